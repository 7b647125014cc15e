/** The style of pages for people: readable on a phone, in light and in dark mode, with nothing to load. */
export const style = `
:root {
  color-scheme: light dark;
  --page: #f3f5f8; --card: #ffffff; --text: #1a2029; --soft: #535e6c; --line: #d5dbe3; --edge: #737d8b;
  --accent: #1c5bb8; --on-accent: #ffffff; --bad: #a3161c; --bad-page: #fdeeee; --tint: #eef3fb;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #10141a; --card: #191f28; --text: #e7ebf1; --soft: #a9b4c2; --line: #323c49; --edge: #8390a0;
    --accent: #8fbcff; --on-accent: #0b1a30; --bad: #ffa8a6; --bad-page: #3a1b1e; --tint: #1f2937;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 32rem; margin: 0 auto; padding: 1.25rem 1.25rem 2rem; background: var(--card); min-height: 100vh; overflow-wrap: anywhere; }
@media (min-width: 36rem) {
  main { min-height: 0; margin: 2.5rem auto; padding: 1.75rem 2rem 2rem; border: 1px solid var(--line); border-radius: 14px; }
}
.brand { margin: 0 0 1rem; font-size: .875rem; font-weight: 600; color: var(--soft); letter-spacing: .02em; }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; }
.lead { margin: 0 0 1rem; }
dl { margin: 0 0 1.25rem; padding: .5rem .875rem; background: var(--tint); border-radius: 10px; }
dl div { display: flex; flex-wrap: wrap; gap: 0 .75rem; padding: .25rem 0; }
dt { flex: 0 0 7rem; color: var(--soft); }
dd { margin: 0; flex: 1 1 9rem; }
dl .address { display: block; margin-top: .125rem; font-size: .875rem; color: var(--soft); }
.address strong { color: var(--text); }
fieldset { margin: 0 0 1.25rem; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; margin-bottom: .5rem; font-weight: 650; }
.choice { border: 1px solid var(--line); border-radius: 10px; padding: .25rem .875rem; margin-bottom: .5rem; }
.choice:has(input[type=radio]:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.choice:not(:has(input[type=radio]:checked)) .more { display: none; }
.more { padding: 0 0 .75rem 1.875rem; }
.more label { display: block; margin: .25rem 0; font-size: .9375rem; font-weight: 550; }
.tag { padding: .0625rem .4375rem; font-size: .8125rem; color: var(--soft); border: 1px solid var(--edge); border-radius: 99px; white-space: nowrap; }
.more .pick { margin: .5rem 0 0; font-weight: inherit; }
.pick, .more .pick { display: flex; align-items: center; gap: .625rem; min-height: 2.75rem; cursor: pointer; }
.pick input { width: 1.25rem; height: 1.25rem; margin: 0; flex: none; accent-color: var(--accent); }
input[type=text], input[type=password], select {
  width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--edge); border-radius: 8px;
}
[aria-invalid=true] { border-color: var(--bad) !important; border-width: 2px !important; }
.hint, .note { margin: .25rem 0 .625rem; font-size: .875rem; color: var(--soft); }
.pick + .hint { margin-left: 1.875rem; margin-top: -.25rem; }
.always { margin: 0; min-height: 2rem; display: flex; align-items: center; gap: .625rem; }
.always span { width: 1.25rem; text-align: center; color: var(--accent); font-weight: 700; }
.problem { margin: 0 0 1.25rem; padding: .625rem .875rem; color: var(--bad); background: var(--bad-page); border-left: 4px solid var(--bad); border-radius: 6px; }
.problem p { margin: 0; }
.field-problem { margin: 0 0 .25rem; font-size: .9375rem; color: var(--bad); }
.buttons { display: flex; flex-wrap: wrap; gap: .625rem; margin: 0 0 1rem; }
button, .button {
  min-height: 2.75rem; padding: .5rem 1.25rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
  color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: 8px; flex: 1 1 8rem;
}
.quiet { color: var(--text); background: transparent; border-color: var(--edge); }
a { color: var(--accent); }
a.button { color: var(--on-accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`
