/// What the studio's page adds to the style of pages.
enum StudioStyle {
  static let sheet = """
    #bar,#top{display:flex;flex-wrap:wrap;gap:6px 12px;align-items:center;margin:0 0 10px}
    #top h1{margin-right:auto}
    select,input{font:inherit;color:inherit;background:var(--band);border:1px solid var(--line);border-radius:6px;\
    padding:3px 8px;max-width:100%}
    input:invalid{border-color:var(--bad)}
    button:disabled{opacity:.45}
    #unsaved{color:var(--recovered-text);font-weight:700}
    #columns{display:grid;grid-template-columns:minmax(150px,210px) minmax(0,1fr);gap:18px}
    #documents{list-style:none;margin:0;padding:0;max-height:86vh;overflow:auto}
    #documents button{display:block;width:100%;text-align:left;margin:0 0 3px;overflow-wrap:anywhere}
    #documents small{display:block;opacity:.75}
    #documents .bad-state{color:var(--bad-text);font-weight:700}
    #documents .poor-state{color:var(--recovered-text)}
    #documents [aria-pressed=true] small{color:inherit}
    #message{min-height:1.45em;margin:0 0 4px}
    #message.hidden{position:absolute;width:1px;height:1px;min-height:0;overflow:hidden;clip-path:inset(50%)}
    #message.bad{color:var(--bad-text);font-weight:700}
    #stage{position:relative;min-width:860px;max-width:1500px}
    #stage.old svg{opacity:.4}
    #picture svg{display:block;width:100%;height:auto}
    #picture .row{cursor:pointer}
    #picture .row.selected .hit{fill:var(--work);opacity:.16}
    #handles{position:absolute;inset:0;pointer-events:none}
    .handle{position:absolute;width:22px;margin-left:-11px;pointer-events:auto;cursor:ew-resize;touch-action:none;\
    -webkit-user-select:none;user-select:none;border-radius:5px}
    .handle:hover,.handle:focus-visible,.handle.dragged{background:color-mix(in srgb,var(--work) 22%,transparent)}
    .handle::before{content:"";position:absolute;left:9px;top:2px;bottom:2px;width:4px;border-radius:2px;\
    background:var(--ink);box-shadow:0 0 0 1px var(--paper)}
    .handle.soft::before{left:6px;top:calc(50% - 5px);bottom:auto;width:9px;height:9px;border-radius:1px;\
    transform:rotate(45deg);background:var(--recovered);box-shadow:0 0 0 1.5px var(--ink)}
    .handle.deadline::before{background:var(--limit)}
    .handle.flow{width:26px;margin-left:-13px;height:14px!important}
    .handle.flow::before{left:4px;top:0;bottom:0;width:18px;border-radius:4px}
    .handle.flow::after{content:"↔";position:absolute;inset:0;text-align:center;line-height:12px;color:var(--paper);\
    font-size:12px}
    .handle.beyond::before{border-radius:0 9px 9px 0}
    .handle.soft.beyond{margin-left:-27px}
    .handle output{display:none;position:absolute;bottom:100%;left:50%;transform:translateX(-50%);white-space:nowrap;\
    background:var(--ink);color:var(--paper);border-radius:4px;padding:1px 7px;z-index:2;font-size:12px}
    .handle:hover,.handle:focus-visible,.handle.dragged{z-index:3}
    .handle:hover output,.handle:focus-visible output,.handle.dragged output{display:block}
    .handle.far output{left:auto;right:0;transform:none}
    #panels{display:grid;grid-template-columns:repeat(auto-fit,minmax(290px,1fr));gap:8px 28px;align-items:start}
    #panels h2 select{font-weight:700}
    #fields{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:5px 10px;align-items:center}
    #fields input{width:8em}
    #fields input.text{width:min(18em,100%)}
    #fields .wide{grid-column:1/-1;margin:8px 0 0}
    #fields small{color:var(--faint)}
    #fields .was{margin-left:6px;color:var(--recovered-text)}
    #figures svg{width:100%;height:auto;margin-top:8px}
    #proof ul{margin:0;padding:0;list-style:none}
    #proof li{padding-left:1.3em;text-indent:-1.3em;margin:2px 0}
    .waiting{opacity:.45}
    pre{font:12px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;overflow:auto;margin:6px 0;padding:8px 10px;\
    background:var(--band);border:1px solid var(--line);border-radius:6px;white-space:pre}
    #errors pre{border-color:var(--bad)}
    #patch{max-width:min(900px,92vw);width:900px}
    #patch .added{color:var(--good-text)}
    #patch .removed{color:var(--bad-text)}
    #patch .hunk{color:var(--faint)}
    @media (max-width:760px){body{padding:10px}#columns{grid-template-columns:minmax(0,1fr);gap:8px}\
    #documents{display:flex;gap:5px;overflow-x:auto}#documents li{flex:none;max-width:60vw}}
    @media (max-width:760px),(pointer:coarse){\
    .handle{width:30px;margin-left:-15px}.handle::before{left:13px}\
    .handle.soft::before{left:10px}}

    """
}
