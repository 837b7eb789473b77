/// How vector pictures look: the colours of Okabe and Ito, which colour-blind people can tell apart, beside
/// patterns and signs.
enum VectorStyle {
  /// The style sheet of a picture; light and dark follow the reader's system.
  static let sheet = """
    .lf{--ink:#1b1f24;--faint:#6a737d;--line:#d8dde3;--band:#f4f6f8;--paper:#ffffff;--work:#0072b2;--good:#009e73;\
    --recovered:#e69f00;--bad:#d55e00;--other:#56b4e9;--limit:#a8518a;--wait:#9aa3ad;--on:#ffffff;\
    --good-text:#00795a;--recovered-text:#8a5f00;--bad-text:#b34f00;\
    font:12px ui-sans-serif,system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
    @media (prefers-color-scheme:dark){.lf{--ink:#e8eaed;--faint:#9aa4ae;--line:#3a424b;--band:#20262c;\
    --paper:#14181c;--work:#4ba3dd;--good:#2bbf93;--recovered:#f0b93a;--bad:#ff7f3f;--other:#8ccdf2;\
    --limit:#e091c0;--wait:#6d7781;--on:#10151a;--good-text:var(--good);--recovered-text:var(--recovered);\
    --bad-text:var(--bad)}}
    .lf .paper{fill:var(--paper)}
    .lf text{fill:var(--ink)}
    .lf .faint{fill:var(--faint)}
    .lf .title{font-size:17px;font-weight:700}
    .lf .strong{font-weight:700}
    .lf .band{fill:var(--band)}
    .lf .grid{stroke:var(--line);stroke-width:1}
    .lf .work{fill:var(--work)}
    .lf .fallback{fill:var(--other)}
    .lf .recovered{fill:var(--recovered)}
    .lf .bad{fill:var(--bad)}
    .lf .cancelled{fill:var(--paper);stroke:var(--wait);stroke-width:1.5;stroke-dasharray:4 2}
    .lf .late{opacity:.5}
    .lf .queued{stroke:var(--wait);stroke-width:1}
    .lf .critical{stroke:var(--ink);stroke-width:2;stroke-dasharray:none}
    .lf .wait{stroke:var(--wait);stroke-width:2;stroke-dasharray:1 4;stroke-linecap:round;fill:none}
    .lf .poll{stroke:var(--wait);stroke-width:2;stroke-dasharray:6 4;fill:none}
    .lf .abandoned{stroke:var(--bad);stroke-width:2;fill:none}
    .lf .group{stroke:var(--faint);stroke-width:2;fill:none}
    .lf .folded{fill:var(--wait);opacity:.45}
    .lf .slack{stroke:var(--line);stroke-width:2;fill:none}
    .lf .offline{fill:var(--bad);opacity:.35}
    .lf .sign{stroke:var(--bad);stroke-width:2.5;fill:none}
    .lf .stop{stroke:var(--faint);stroke-width:2;fill:none}
    .lf .mark{stroke:var(--faint);stroke-width:1.5;fill:none}
    .lf .due{fill:var(--recovered);stroke:var(--paper);stroke-width:1}
    .lf .taken{stroke:var(--recovered);stroke-width:2.5;fill:none}
    .lf .instant{fill:var(--good)}
    .lf .number{fill:var(--on);font-size:10px;font-weight:700}
    .lf .chain{stroke:var(--ink);stroke-width:1.5;fill:none}
    .lf .tip{fill:var(--ink)}
    .lf .landing{stroke:var(--good);stroke-width:3}
    .lf .landing-text{fill:var(--good-text);font-weight:700}
    .lf .bad-landing{stroke:var(--bad);stroke-width:3}
    .lf .bad-landing-text{fill:var(--bad-text);font-weight:700}
    .lf .deadline{stroke:var(--limit);stroke-width:2;stroke-dasharray:6 3}
    .lf .deadline-text{fill:var(--limit);font-weight:700}
    .lf .beyond{fill:none;stroke-dasharray:none;stroke-width:2}
    .lf .tear{fill:none;stroke:var(--faint);stroke-width:1.5}
    .lf .tone-good{fill:var(--good-text)}
    .lf .tone-recovered{fill:var(--recovered-text)}
    .lf .tone-bad{fill:var(--bad-text)}
    .lf .sooner{fill:var(--good)}
    .lf .later{fill:var(--bad)}
    .lf .zero{stroke:var(--faint);stroke-width:1}
    .lf .curve{fill:none;stroke:var(--work);stroke-width:3}
    .lf .curve-1{stroke:var(--good);stroke-dasharray:9 3;stroke-width:2.5}
    .lf .curve-2{stroke:var(--recovered);stroke-dasharray:3 3;stroke-width:2.5}
    .lf .curve-3{stroke:var(--limit);stroke-dasharray:12 3 3 3;stroke-width:2.5}
    .lf .curve-4{stroke:var(--other);stroke-dasharray:1 4;stroke-linecap:round;stroke-width:3}
    .lf .knot{fill:var(--paper);stroke:var(--ink);stroke-width:2}
    .lf .leader{stroke:var(--faint);stroke-width:1;fill:none}
    .lf .percentile:hover .hit,.lf .percentile:focus .hit{fill:var(--band);stroke:var(--work)}
    .lf .spread-band{fill:var(--other);opacity:.45}
    .lf .median{stroke:var(--ink);stroke-width:2.5;fill:none}
    .lf .critical-share{fill:var(--ink);opacity:.7}
    .lf .healthy{stroke:var(--line);stroke-width:3;fill:none}
    .lf .online{stroke:var(--good);stroke-width:3;fill:none}
    .lf .fault{fill:var(--wait);opacity:.35}
    .lf .medium{fill:none;stroke:var(--line);stroke-width:1.5}
    .lf .gone{fill:var(--ink);opacity:.6}
    .lf .cause{font-weight:700;stroke:var(--paper);stroke-width:4;paint-order:stroke}
    .lf .hollow{fill:var(--paper);stroke:var(--bad);stroke-width:2.5}
    .lf .cleared{fill:none;stroke:var(--good);stroke-width:3}
    .lf .box{fill:var(--band);stroke:var(--line);stroke-width:1.5}
    .lf .box.critical{stroke:var(--ink);stroke-width:2.5}
    .lf .pill{fill:var(--paper);stroke:var(--faint);stroke-width:1.5;stroke-dasharray:4 3}
    .lf .landed{fill:var(--paper);stroke:var(--good);stroke-width:3}
    .lf .landed.bad-landing{stroke:var(--bad)}
    .lf .edge{fill:none;stroke:var(--faint);stroke-width:1.5}
    .lf .edge.after{stroke-dasharray:5 4}
    .lf .edge.when{stroke-dasharray:5 4}
    .lf .edge.lands{stroke:var(--good);stroke-width:2}
    .lf .edge-label{font-size:10px;stroke:var(--paper);stroke-width:4;paint-order:stroke}
    .lf .edge.member{stroke-width:1;stroke-dasharray:1 3;stroke-linecap:round}
    .lf .edge.chain{stroke:var(--ink);stroke-width:3;stroke-dasharray:none}
    .lf .node:hover rect,.lf .node:focus rect{stroke:var(--work)}
    .lf .hatch{stroke:var(--paper);stroke-width:1.5;opacity:.55}
    .lf .dot{fill:var(--paper);opacity:.6}
    @media (forced-colors:active){.lf{--ink:CanvasText;--paper:Canvas;--line:GrayText;--faint:CanvasText}}
    @media print{.lf{--paper:#fff;--ink:#000}}

    """

  /// Patterns and the arrow's tip, once for a document.
  static let definitions = """
    <defs>
    <pattern id="lf-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
    <line class="hatch" x1="0" y1="0" x2="0" y2="6"/></pattern>
    <pattern id="lf-dots" width="6" height="6" patternUnits="userSpaceOnUse">\
    <circle class="dot" cx="3" cy="3" r="1.2"/></pattern>
    <pattern id="lf-queue" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">\
    <line class="queued" x1="0" y1="0" x2="0" y2="5"/></pattern>
    <marker id="lf-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="10" markerHeight="10" \
    markerUnits="userSpaceOnUse" orient="auto-start-reverse">\
    <path class="tip" d="M0 0L8 4L0 8z"/></marker>
    </defs>

    """
}
