/// How the page around a picture looks.
enum PageStyle {
  static let sheet = """
    html.lf{background:var(--paper);color:var(--ink)}
    body{font:14px ui-sans-serif,system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;margin:0;padding:16px;line-height:1.45}
    h1{font-size:20px;margin:0}
    h2{font-size:15px;margin:18px 0 6px}
    header p{margin:2px 0;color:var(--faint)}
    header p.outcome{color:var(--ink);font-weight:700}
    nav{display:flex;flex-wrap:wrap;gap:6px 10px;align-items:center;margin:12px 0}
    nav[hidden],section[hidden],aside[hidden]{display:none}
    button,input[type=search]{font:inherit;color:inherit;background:var(--band);border:1px solid var(--line);\
    border-radius:6px;padding:3px 10px}
    button[aria-pressed=true]{background:var(--ink);color:var(--paper)}
    :focus-visible{outline:3px solid var(--work);outline-offset:1px}
    .scroll{overflow-x:auto}
    .scroll>svg.fluid{width:100%;height:auto;min-width:1040px;max-width:1400px}
    .scroll>svg.narrow{display:none;min-width:0;max-width:600px}
    @media (max-width:759px){.scroll>svg.wide{display:none}.scroll>svg.narrow{display:block}}
    svg.lf .row{outline:none}
    .scroll>svg.fitted{min-width:0;max-width:none;touch-action:pan-y;user-select:none;-webkit-user-select:none}
    svg.lf .row.even .hit{fill:var(--band)}
    svg.lf.stacked .tip{display:none}
    svg.lf .range{fill:var(--work);opacity:.2;pointer-events:none}
    svg.lf .grip{fill:var(--band);stroke:var(--line)}
    svg.lf .break{cursor:pointer}
    svg.lf .break:hover .grip,svg.lf .break:focus-visible .grip{stroke:var(--work)}
    .picture{position:relative}
    .whole{position:absolute;left:0;top:4px;font-size:13px}
    .whole[hidden]{display:none}
    @media (max-width:759px){.whole{position:static;margin:4px 0}}
    svg.lf .row.selected .hit{fill:var(--work);opacity:.16}
    svg.lf .row.related .hit{fill:var(--recovered);opacity:.16}
    svg.lf .row:focus-visible .hit{stroke:var(--work);stroke-width:2}
    svg.lf .row.fold{cursor:pointer}
    aside{position:sticky;bottom:0;background:var(--band);border:1px solid var(--line);border-radius:8px;\
    padding:8px 14px;max-height:32vh;overflow:auto}
    aside h2{margin:0 0 4px}
    aside dl{display:grid;grid-template-columns:max-content 1fr;gap:1px 14px;margin:0}
    @media (min-width:760px){aside dl{grid-template-columns:max-content 1fr max-content 1fr}}
    @media (min-width:1400px){aside dl{grid-template-columns:max-content 1fr max-content 1fr max-content 1fr}}
    aside dt{color:var(--faint)}
    aside dd{margin:0;overflow-wrap:anywhere}
    table{border-collapse:collapse}
    th,td{text-align:left;padding:2px 14px 2px 0;border-bottom:1px solid var(--line);font-weight:400}
    thead th{color:var(--faint)}
    .figure{text-align:right;font-variant-numeric:tabular-nums}
    svg.definitions{position:absolute}
    .legend{display:flex;flex-wrap:wrap;gap:0 20px;margin:6px 16px}
    .legend svg{overflow:visible}
    .strong{font-weight:700}
    .say-faint{color:var(--faint)}
    .say-work{color:var(--work)}
    .say-good,.say-landing{color:var(--good-text)}
    .say-recovered{color:var(--recovered-text)}
    .say-bad{color:var(--bad-text)}
    .say-deadline{color:var(--limit)}
    p.note{color:var(--faint);margin:2px 0}
    h3{font-size:14px;margin:14px 0 2px}
    a{color:inherit}
    .cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(320px,1fr));gap:14px}
    .card{display:block;border:1px solid var(--line);border-radius:8px;padding:8px 12px;text-decoration:none}
    .card:hover,.card:focus-visible{border-color:var(--work)}
    .card h3{margin:0}
    .card p{margin:0 0 4px}
    .card svg{width:100%;height:auto}
    .card[hidden],button[hidden]{display:none}
    .beside{display:flex;flex-wrap:wrap;gap:8px 48px}
    dialog{color:var(--ink);background:var(--paper);border:1px solid var(--line);border-radius:8px}
    kbd{background:var(--band);border:1px solid var(--line);border-radius:4px;padding:0 5px}
    @media (prefers-reduced-motion:no-preference){svg.lf .hit{transition:fill .1s}}
    @media (forced-colors:active){button[aria-pressed=true]{forced-color-adjust:none;background:Highlight;\
    color:HighlightText}}
    @media print{.scroll{overflow:visible}.scroll svg.lf{max-width:100%;height:auto}nav,aside,dialog{display:none!important}section{display:block!important}}

    """
}
