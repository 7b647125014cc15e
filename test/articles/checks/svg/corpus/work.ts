/** Small drawings, each with one thing to measure, and what the estimate of their painting says of them. */
export type Measured = { name: string; inside: string; head?: string; figures: string }

/** By kind of work; the box and the edges of all that is painted; tests of selectors. Another figure is another limit. */
export const measuredDrawings: readonly Measured[] = [
  {
    name: 'a rectangle',
    inside: '<rect x="10" y="20" width="30" height="40"/>',
    figures: 'shapes=2.12 | 10 20 40 60 | 60 80 0 | 0',
  },
  {
    name: 'one that is half outside',
    inside: '<rect x="-20" y="-30" width="40" height="60"/>',
    figures: 'shapes=2.66 | -20 -30 20 30 | 80 120 0 | 0',
  },
  {
    name: 'one outside',
    inside: '<rect x="101" width="10" height="10"/>',
    figures: 'shapes=0.4 | 101 0 111 10 | 20 20 0 | 0',
  },
  {
    name: 'one at the edge',
    inside: '<rect x="100" width="10" height="10"/>',
    figures: 'shapes=1 | 100 0 110 10 | 20 20 0 | 0',
  },
  {
    name: 'a larger one than the picture',
    inside: '<rect x="-50" y="-50" width="300" height="300"/>',
    figures: 'shapes=13.6 | -50 -50 250 250 | 600 600 0 | 0',
  },
  {
    name: 'a stroked one',
    inside: '<rect x="10" y="20" width="30" height="40" stroke="red" stroke-width="5"/>',
    figures: 'shapes=2.8 | 5 15 45 65 | 120 160 0 | 0',
  },
  {
    name: 'a stroke of a share',
    inside: '<rect x="10" y="20" width="30" height="40" stroke="red" stroke-width="5%"/>',
    figures: 'shapes=2.8 | 5 15 45 65 | 120 160 0 | 0',
  },
  {
    name: 'a stroke that is none',
    inside: '<rect x="10" y="20" width="30" height="40" stroke="none"/>',
    figures: 'shapes=2.12 | 10 20 40 60 | 60 80 0 | 0',
  },
  {
    name: 'a circle and an ellipse',
    inside:
      '<circle cx="50" cy="40" r="10"/><ellipse cx="50" cy="40" rx="20" ry="10"/><ellipse cx="50" cy="40" rx="7"/>',
    figures: 'shapes=3.550219 | 30 30 70 50 | 148 108 0 | 0',
  },
  {
    name: 'lines',
    inside:
      '<line x1="10" y1="20" x2="40" y2="60" stroke="red"/><polyline points="0,0 10,5 20,0 30,5" stroke="red"/><polygon points="0 0 10 0 10 10"/>',
    figures: 'shapes=3.35031 | -1 -1 41 61 | 130 120 0 | 0',
  },
  {
    name: 'crossing lines',
    inside: '<polyline points="0 0 10 10 0 10 10 0 0 0 10 10 0 5 10 5" fill="none" stroke="red"/>',
    figures: 'shapes=2.857967 | -1 -1 11 11 | 140 70 0 | 0',
  },
  {
    name: 'a path of every command',
    inside:
      '<path d="M10 10h5v5H20V30l5 5L40 40m5 5l1 1zC1 2 3 4 50 50c1 2 3 4 5 6S1 2 60 60s1 2 3 4Q1 2 30 30q1 2 3 4T20 20t5 5A5 6 0 0 1 40 30a5 6 0 0 1 10 3z"/>',
    figures: 'shapes=8.685599 | 1 2 63 64 | 433 431 0 | 0',
  },
  { name: 'a path cut short', inside: '<path d="M10 10 20"/>', figures: 'shapes=0.45 | 10 10 10 10 | 0 0 0 | 0' },
  {
    name: 'turned and moved',
    inside: '<g transform="translate(10 5) rotate(30)"><rect width="30" height="10"/></g>',
    figures: 'shapes=1.673301 | 5 5 35.98076 28.66025 | 61.96152 47.32051 0 | 0',
  },
  {
    name: 'turned around a point',
    inside: '<rect width="30" height="10" transform="rotate(90 20 20)"/>',
    figures: 'shapes=1.43 | 30 0 40 30 | 20 60 0 | 0',
  },
  {
    name: 'scaled and skewed',
    inside:
      '<rect width="10" height="10" stroke="red" transform="scale(2 3) skewX(20)"/><rect width="10" height="10" transform="scale(2)skewY(20)"/>',
    figures: 'shapes=3.839747 | -2.72794 -3 30.00735 33 | 149.1176 174.5588 0 | 0',
  },
  {
    name: 'by a matrix',
    inside: '<rect width="10" height="10" transform="matrix(1 2 3 1 5 6)"/>',
    figures: 'shapes=1.984911 | 5 6 45 36 | 80 60 0 | 0',
  },
  {
    name: 'a picture inside',
    inside:
      '<svg x="10" y="20" width="50" height="40" viewBox="5 5 10 20"><rect x="5" y="5" width="10" height="10"/></svg>',
    figures: 'shapes=2.9 | 10 20 60 40 | 100 40 0 | 0',
  },
  {
    name: 'one without a viewBox',
    inside: '<svg x="10" y="20"><rect width="10" height="10"/></svg>',
    figures: 'shapes=1.21 | 10 20 20 30 | 20 20 0 | 0',
  },
  {
    name: 'one without a size',
    inside: '<svg viewBox="0 0 10 20"><rect width="5" height="5"/></svg>',
    figures: 'shapes=2.925 | 0 0 50 25 | 100 50 0 | 0',
  },
  {
    name: 'symbols that are used',
    inside:
      '<symbol id="s" viewBox="0 0 10 10"><rect width="5" height="5" fill="context-fill"/></symbol><use href="#s" x="3" y="4" width="40" height="20" fill="url(#g)"/><linearGradient id="g"><stop/></linearGradient>',
    figures: 'shapes=2.02, gradients=2.41 | 3 4 23 14 | 40 20 0 | 0',
  },
  {
    name: 'used twice',
    inside: '<g id="a"><rect width="10" height="10"/></g><use href="#a" x="20"/><use href="#nothing"/>',
    figures: 'shapes=2.62 | 0 0 30 10 | 40 40 0 | 0',
  },
  {
    name: 'used inside of itself',
    inside: '<g id="a"><rect width="10" height="10"/><use href="#a"/></g>',
    figures: 'shapes=1.41 | 0 0 10 10 | 20 20 0 | 0',
  },
  {
    name: 'dashes',
    inside:
      '<path d="M0 0H100" stroke="red" stroke-dasharray="2 3"/><rect width="50" height="50" stroke="red" stroke-dasharray="1" pathLength="100"/><path d="M0 9H100" stroke="red" stroke-dasharray="0"/>',
    figures: 'shapes=6.6901, dashes=2.4 | -1 -1 101 51 | 600 200 0 | 0',
  },
  {
    name: 'thick dashes',
    inside: '<path d="M0 50H100" stroke="red" stroke-width="40" stroke-dasharray="5"/>',
    figures: 'shapes=2.6, dashes=0.4 | -40 10 140 90 | 5960 5760 5760 | 0',
  },
  {
    name: 'dashes of one that is not stroked',
    inside: '<path d="M0 0H100" stroke-dasharray="2 3"/>',
    figures: 'shapes=1.5 | 0 0 100 0 | 100 0 0 | 0',
  },
  {
    name: 'gradients',
    inside:
      '<linearGradient id="g"><stop/><stop/></linearGradient><radialGradient id="h" href="#g"><stop/></radialGradient><rect width="50" height="50" fill="url(#g)" stroke="url(#h)"/>',
    figures: 'shapes=3.8601, gradients=44.59605 | -1 -1 51 51 | 200 200 0 | 0',
  },
  {
    name: 'striped gradients',
    inside:
      '<linearGradient id="g" spreadMethod="repeat" x2="10%" y2=".2"><stop/></linearGradient><rect width="50" height="20" fill="url(#g)"/>',
    figures: 'shapes=2.3, gradients=6.41 | 0 0 50 20 | 295.122 283.9024 0 | 0',
  },
  {
    name: 'stripes in the units of the picture',
    inside:
      '<linearGradient id="g" spreadMethod="reflect" gradientUnits="userSpaceOnUse" x1="1" x2="6" y1="2" y2="4"><stop/></linearGradient><rect width="50" height="20" fill="url(#g)"/>',
    figures: 'shapes=2.3, gradients=6.41 | 0 0 50 20 | 237.931 384.8276 0 | 0',
  },
  {
    name: 'patterns',
    inside:
      '<pattern id="p" width="10%" height=".2"><rect width="5" height="5"/></pattern><rect width="50" height="20" fill="url(#p)"/>',
    figures: 'shapes=2.9025, gradients=40 | 0 0 50 20 | 600 540 0 | 0',
  },
  {
    name: 'patterns in the units of the picture',
    inside:
      '<pattern id="p" patternUnits="userSpaceOnUse" width="5" height="4" patternTransform="scale(2)"><rect width="5" height="5"/></pattern><rect width="50" height="20" fill="url(#p)"/>',
    figures: 'shapes=2.9025, gradients=40 | 0 0 50 20 | 225 165 0 | 0',
  },
  {
    name: 'patterns that take over another',
    inside:
      '<pattern id="p" href="#q"/><pattern id="q"><circle r="9"/></pattern><rect width="50" height="20" fill="url(#p)"/>',
    figures: 'shapes=3.473587, gradients=40 | 0 0 50 20 | 136 76 0 | 0',
  },
  {
    name: 'markers',
    inside:
      '<marker id="m" viewBox="0 0 10 10" markerWidth="6" markerHeight="4"><path d="M0 0L10 5L0 10z"/></marker><path d="M10 10H50V50" stroke="red" stroke-width="2" marker-end="url(#m)"/>',
    figures: 'shapes=6.013088 | 8 8 52 52 | 112 112 0 | 0',
  },
  {
    name: 'markers of their own size',
    inside:
      '<marker id="m" markerUnits="userSpaceOnUse"><rect width="4" height="4" fill="context-stroke"/></marker><path d="M10 10H50" stroke="red" stroke-width="9" marker-start="url(#m)" marker-mid="url(#m)"/>',
    figures: 'shapes=3.9212 | 1 1 59 19 | 96 16 0 | 0',
  },
  {
    name: 'text',
    inside: '<text x="10" y="20">Hello</text>',
    figures: 'shapes=0.4, text=15.084 | 0 0 100 100 | 0 0 0 | 0',
  },
  {
    name: 'stroked text',
    inside: '<text font-size="20" stroke="red" stroke-width="2" stroke-dasharray="3">Hi ho</text>',
    figures: 'shapes=0.4, text=65.86, dashes=4 | 0 0 100 100 | 0 0 0 | 0',
  },
  {
    name: 'text letter by letter',
    inside: '<text x="1 2 3" dy="4 5" rotate="10">abc</text>',
    figures: 'shapes=0.4, text=15.6904 | 0 0 100 100 | 0 0 0 | 0',
  },
  {
    name: 'text in parts',
    inside:
      '<text font-family="serif" fill="url(#g)">ab<tspan font-size="8">cd</tspan><tspan/></text><linearGradient id="g"/>',
    figures: 'shapes=0.6, text=20.672, gradients=8.36 | 0 0 100 100 | 0 0 0 | 0',
  },
  {
    name: 'empty text',
    inside: '<text/>',
    figures: 'shapes=0.4, text=0.8 | Infinity Infinity -Infinity -Infinity | 0 0 0 | 0',
  },
  {
    name: 'small capitals',
    inside: '<text font-variant="small-caps">ab</text><text font-variant="normal">ab</text>',
    figures: 'shapes=0.6, text=22.3872 | 0 0 100 100 | 0 0 0 | 0',
  },
  {
    name: 'text of many sizes',
    inside:
      '<text font-size="8">ab</text><text font-size="9">ab</text><g transform="scale(2)"><text font-size="8">ab</text></g>',
    figures: 'shapes=1, text=29.7606 | 0 0 100 100 | 0 0 0 | 0',
  },
  {
    name: 'shadows',
    inside: '<text style="text-shadow:1px 1px red,2px 2px blue" font-size="50">ab</text>',
    figures: 'shapes=0.4, text=11.34, effects=420 | 0 0 100 100 | 0 0 0 | 0',
  },
  {
    name: 'large text',
    inside: '<text font-size="90">abcd</text>',
    figures: 'shapes=0.4, text=16.88 | 0 0 100 100 | 0 0 0 | 0',
  },
  {
    name: 'opacity',
    inside:
      '<rect width="50" height="50" opacity=".5"/><rect width="50" height="50" opacity="1"/><rect width="1" height="1" opacity="0"/>',
    figures: 'shapes=5.9401, effects=8.9 | 0 0 50 50 | 202 202 0 | 0',
  },
  {
    name: 'isolation and what will change',
    inside:
      '<g style="isolation:isolate"><rect width="50" height="50"/></g><g style="will-change:opacity"><rect width="50" height="50"/></g>',
    figures: 'shapes=5.9, effects=15 | 0 0 50 50 | 200 200 0 | 0',
  },
  {
    name: 'blend modes',
    inside:
      '<rect width="50" height="50" style="mix-blend-mode:multiply"/><rect width="50" height="50" style="mix-blend-mode:normal"/>',
    figures: 'shapes=5.5, effects=22.5 | 0 0 50 50 | 200 200 0 | 0',
  },
  {
    name: 'a clip path',
    inside: '<clipPath id="c"><circle r="20"/></clipPath><rect width="50" height="50" clip-path="url(#c)"/>',
    figures: 'shapes=4.746637, effects=3.5 | 0 0 50 50 | 180 180 0 | 0',
  },
  {
    name: 'a rectangle as a clip path',
    inside:
      '<clipPath id="c"><rect width="20" height="20"/></clipPath><rect width="50" height="50" clip-path="url(#c)"/>',
    figures: 'shapes=3.05 | 0 0 50 50 | 100 100 0 | 0',
  },
  {
    name: 'a round one',
    inside:
      '<clipPath id="c"><rect width="20" height="20" rx="3"/></clipPath><rect width="50" height="50" clip-path="url(#c)"/>',
    figures: 'shapes=4.29, effects=3.5 | 0 0 50 50 | 140 140 0 | 0',
  },
  {
    name: 'two as one',
    inside:
      '<clipPath id="c"><rect width="20" height="20"/><rect width="3" height="3"/></clipPath><rect width="50" height="50" clip-path="url(#c)"/>',
    figures: 'shapes=4.8109, effects=3.5 | 0 0 50 50 | 146 146 0 | 0',
  },
  {
    name: 'a turned one',
    inside:
      '<clipPath id="c"><rect width="20" height="20"/></clipPath><g transform="rotate(30)"><rect width="50" height="50" clip-path="url(#c)"/></g>',
    figures: 'shapes=4.543074, effects=4.140544 | -25 0 43.30127 68.30127 | 191.2436 191.2436 0 | 0',
  },
  {
    name: 'a clip path of text',
    inside: '<clipPath id="c"><text>ab</text></clipPath><rect width="50" height="50" clip-path="url(#c)"/>',
    figures: 'shapes=3.25, effects=29.75, text=9.9936 | 0 0 50 50 | 100 100 0 | 0',
  },
  {
    name: 'a mask',
    inside:
      '<mask id="m"><rect width="20" height="20"/></mask><rect width="50" height="50" mask="url(#m)"/><rect width="5" height="5" mask="none"/>',
    figures: 'shapes=4.8925, effects=26.25 | 0 0 50 50 | 150 150 0 | 0',
  },
  {
    name: 'a mask in shares of its box',
    inside:
      '<mask id="m" maskContentUnits="objectBoundingBox"><rect width="1" height="1"/></mask><rect width="50" height="50" mask="url(#m)"/>',
    figures: 'shapes=4.49, effects=26.25 | 0 0 50 50 | 102 102 0 | 0',
  },
  {
    name: 'every primitive of a filter',
    inside:
      '<filter id="f"><feGaussianBlur stdDeviation="2"/><feGaussianBlur/><feDropShadow/><feDiffuseLighting/><feSpecularLighting/><feDisplacementMap/><feTurbulence numOctaves="3"/><feTurbulence numOctaves="99"/><feConvolveMatrix order="2"/><feConvolveMatrix/><feMorphology radius="5"/><feMorphology/><feBlend/><feComposite/><feOffset/></filter><rect width="50" height="20" filter="url(#f)"/>',
    figures: 'shapes=2.3, filters=4079.996 | -5 -5 55 25 | 100 40 0 | 0',
  },
  {
    name: 'a filter enlarged',
    inside:
      '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter><g transform="scale(3)"><rect width="5" height="2" filter="url(#f)"/></g>',
    figures: 'shapes=1.429, filters=15.26768 | -1.5 -1.5 16.5 7.5 | 30 12 0 | 0',
  },
  {
    name: 'a filter with a region',
    inside:
      '<filter id="f" width="200%" height="1.1"><feOffset/></filter><rect width="50" height="20" filter="url(#f)"/><filter id="h" filterUnits="userSpaceOnUse"><feOffset/></filter><rect width="5" height="2" filter="url(#h)"/>',
    figures: 'shapes=3.041, filters=323.3 | -5 -5 55 25 | 110 44 0 | 0',
  },
  {
    name: 'filters inside of each other',
    inside:
      '<filter id="f"><feOffset/></filter><g filter="url(#f)"><g filter="url(#f)"><rect width="50" height="20"/></g></g>',
    figures: 'shapes=2.7, filters=128.79 | -11 -11 61 31 | 100 40 0 | 0',
  },
  {
    name: 'a filter in shares of the box',
    inside:
      '<filter id="f" primitiveUnits="objectBoundingBox"><feGaussianBlur stdDeviation=".02"/></filter><rect width="50" height="20" filter="url(#f)"/>',
    figures: 'shapes=2.3, filters=78.048 | -5 -5 55 25 | 100 40 0 | 0',
  },
  {
    name: 'a filter of nothing',
    inside:
      '<filter id="f"><feOffset/></filter><g filter="url(#f)"/><rect width="9" height="9" filter="url(#nothing)"/>',
    figures: 'shapes=1.3681, filters=7 | -0.9 -0.9 9.9 9.9 | 18 18 0 | 0',
  },
  {
    name: 'CSS filters',
    inside:
      '<rect width="50" height="20" style="filter:blur(3px) sepia(1) drop-shadow(1px 1px 2px red) hue-rotate(9deg)"/>',
    figures: 'shapes=2.1, filters=368.55 | -5 -5 55 25 | 100 40 0 | 0',
  },
  {
    name: 'boxes of CSS',
    inside: '<g style="box-shadow:0 0 3px red,0 0 2px blue"><rect width="5" height="5"/></g>',
    figures: 'shapes=1.0025, effects=840 | 0 0 5 5 | 10 10 0 | 0',
  },
  {
    name: 'a picture in CSS',
    inside: '<g style="background-image:linear-gradient(red,blue)"><rect width="5" height="5"/></g>',
    figures: 'shapes=1.0025, effects=85 | 0 0 5 5 | 10 10 0 | 0',
  },
  {
    name: 'moving',
    inside: '<rect width="10" height="20"><animate attributeName="width" values="10;20" dur="9s"/></rect>',
    figures: 'shapes=22, rules=0.3 | 0 0 100 100 | 20 40 0 | 0',
  },
  {
    name: 'moved along a path',
    inside: '<rect width="10" height="20"><animateMotion dur="3s" path="M0 0H9"/></rect>',
    figures: 'shapes=12.2 | 0 0 10 20 | 20 40 0 | 0',
  },
  {
    name: 'turned all the time',
    inside:
      '<rect width="10" height="20"><animateTransform attributeName="transform" type="rotate" to="360" dur="3s"/></rect>',
    figures: 'shapes=12.2 | 0 0 10 20 | 20 40 0 | 0',
  },
  {
    name: 'scaled all the time',
    inside:
      '<rect width="10" height="20"><animateTransform attributeName="transform" type="scale" to="3" dur="3s"/></rect>',
    figures: 'shapes=22 | 0 0 100 100 | 20 40 0 | 0',
  },
  {
    name: 'coloured all the time',
    inside: '<rect width="10" height="20"><animate attributeName="fill" values="red;blue" dur="9s"/></rect>',
    figures: 'shapes=12.2, rules=0.2 | 0 0 10 20 | 20 40 0 | 0',
  },
  {
    name: 'pointed at',
    inside: '<rect id="r" width="10" height="20"/><animate href="#r" attributeName="x" to="5" dur="9s"/>',
    figures: 'shapes=42 | 0 0 100 100 | 20 40 0 | 0',
  },
  {
    name: 'moved by keyframes',
    inside:
      '<style>@keyframes k{to{transform:translate(9px)}}rect{animation:k 3s}</style><rect width="10" height="20"/>',
    figures: 'shapes=22.2 | 0 0 10 20 | 20 40 0 | 7',
  },
  {
    name: 'enlarged by keyframes',
    inside:
      '<style>@keyframes k{to{transform:scale(3)}}rect{animation:k 3s,k 4s}</style><rect width="10" height="20"/>',
    figures: 'shapes=43.8 | 0 0 30 60 | 60 120 0 | 7',
  },
  {
    name: 'moved inside of each other',
    inside:
      '<style>@keyframes k{to{transform:rotate(9deg)}}g{animation:k 3s}</style><g><g><g><g><rect width="10" height="20"/></g></g></g></g>',
    figures: 'shapes=64 | 0 0 100 100 | 20 40 0 | 18',
  },
  {
    name: 'placed by CSS',
    inside:
      '<rect width="10" height="20" style="width:50px"/><rect width="10" height="20" style="translate:5px"/><rect width="10" height="20" style="scale:2"/><rect width="10" height="20" style="transform:scale(2)"/><rect width="10" height="20" style="scale:calc(1 + 1)"/>',
    figures: 'shapes=8.58, rules=0.2 | 0 0 100 100 | 140 280 0 | 0',
  },
  {
    name: 'rules',
    inside:
      '<style>rect{opacity:.5}.a{opacity:.6}#b,*{opacity:.7}g>rect~rect{fill:red}circle:has(a){fill:red}</style><g><rect class="a x" width="9" height="9"/><rect id="b" width="9" height="9"/></g>',
    figures: 'shapes=2.1362, effects=7, rules=0.6 | 0 0 9 9 | 36 36 0 | 64',
  },
  {
    name: 'what is taken over',
    inside:
      '<g stroke="red" stroke-width="4" fill="url(#g)" font-size="40"><g stroke-dasharray="2"><rect width="50" height="50"/><text>ab</text></g></g><linearGradient id="g"/>',
    figures: 'shapes=4.2916, gradients=38.18, dashes=6.8, text=53.776 | -4 -4 100 100 | 200 200 0 | 0',
  },
  {
    name: 'computed',
    inside: '<rect width="50" height="50" stroke="red" style="stroke-width:calc(2px * 3)"/>',
    figures: 'shapes=4.2 | -100 -100 150 150 | 200 200 0 | 0',
  },
  {
    name: 'what is not shown',
    inside:
      '<defs><rect width="50" height="50"/></defs><symbol><rect width="50" height="50"/></symbol><title>A title</title>',
    figures: 'shapes=0.6 | Infinity Infinity -Infinity -Infinity | 0 0 0 | 0',
  },
  {
    name: 'a picture with half a viewBox',
    inside:
      '<svg viewBox="0 0 10"><rect width="5" height="5"/></svg><svg viewBox="0 0 0 9"><rect width="5" height="5"/></svg>',
    figures: 'shapes=1.805 | 0 0 5 5 | 20 20 0 | 0',
  },
  {
    name: 'markers with half a viewBox',
    inside:
      '<marker id="m" viewBox="0 0 0 10" markerWidth="6"><rect width="4" height="4"/></marker><marker id="n" viewBox="0 0 10"><rect width="4" height="4"/></marker><path d="M10 10H50" stroke="red" stroke-width="2" marker-end="url(#m)" marker-start="url(#n)"/>',
    figures: 'shapes=7 | 8 8 52 12 | 144 64 0 | 0',
  },
  {
    name: 'a clip path with a style',
    inside:
      '<clipPath id="c"><rect width="20" height="20" style="transform:rotate(3deg)"/></clipPath><rect width="50" height="50" clip-path="url(#c)"/>',
    figures: 'shapes=4.29, effects=3.5 | 0 0 50 50 | 140 140 0 | 0',
  },
  {
    name: 'a clip path that is cut',
    inside:
      '<clipPath id="d"><circle r="9"/></clipPath><clipPath id="c" clip-path="url(#d)"><rect width="20" height="20"/></clipPath><rect width="50" height="50" clip-path="url(#c)"/>',
    figures: 'shapes=6.437173, effects=18.9 | 0 0 50 50 | 212 212 0 | 0',
  },
  {
    name: 'blurs in other units',
    inside:
      '<rect width="50" height="20" style="filter:blur(1em)"/><rect width="50" height="20" style="filter:blur(0)"/><rect width="50" height="20" style="filter:blur(1%)"/>',
    figures: 'shapes=5.9, filters=9536.477 | -5 -5 55 25 | 300 120 0 | 0',
  },
  {
    name: 'a pattern of one direction',
    inside:
      '<pattern id="p" patternUnits="userSpaceOnUse" width="50" height="4"><path d="M0 0H50" stroke="red"/></pattern><rect width="50" height="20" fill="url(#p)" stroke="url(#p)"/>',
    figures: 'shapes=5.1173, gradients=80 | -1 -1 51 21 | 1344 80 0 | 0',
  },
  {
    name: 'a pattern without a size',
    inside:
      '<pattern id="p" patternUnits="userSpaceOnUse"><rect width="5" height="5"/></pattern><rect width="50" height="20" fill="url(#p)"/>',
    figures: 'shapes=2.9025, gradients=40 | 0 0 50 20 | 110 50 0 | 0',
  },
  {
    name: 'a filter of <feGaussianBlur stdDeviation="2"/>',
    inside: '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter><rect width="50" height="20" filter="url(#f)"/>',
    figures: 'shapes=2.3, filters=78.048 | -5 -5 55 25 | 100 40 0 | 0',
  },
  {
    name: 'a filter of <feGaussianBlur stdDeviation="1 4"/>',
    inside:
      '<filter id="f"><feGaussianBlur stdDeviation="1 4"/></filter><rect width="50" height="20" filter="url(#f)"/>',
    figures: 'shapes=2.3, filters=104.256 | -5 -5 55 25 | 100 40 0 | 0',
  },
  {
    name: 'a filter of <feGaussianBlur/>',
    inside: '<filter id="f"><feGaussianBlur/></filter><rect width="50" height="20" filter="url(#f)"/>',
    figures: 'shapes=2.3, filters=29.42 | -5 -5 55 25 | 100 40 0 | 0',
  },
  {
    name: 'a filter of <feGaussianBlur stdDeviation="300"/>',
    inside:
      '<filter id="f"><feGaussianBlur stdDeviation="300"/></filter><rect width="50" height="20" filter="url(#f)"/>',
    figures: 'shapes=2.3, filters=1362.24 | -5 -5 55 25 | 100 40 0 | 0',
  },
  {
    name: 'a filter of <feDropShadow/>',
    inside: '<filter id="f"><feDropShadow/></filter><rect width="50" height="20" filter="url(#f)"/>',
    figures: 'shapes=2.3, filters=98.208 | -5 -5 55 25 | 100 40 0 | 0',
  },
  {
    name: 'a filter of <feDropShadow stdDeviation="0"/>',
    inside: '<filter id="f"><feDropShadow stdDeviation="0"/></filter><rect width="50" height="20" filter="url(#f)"/>',
    figures: 'shapes=2.3, filters=46.08 | -5 -5 55 25 | 100 40 0 | 0',
  },
  {
    name: 'a filter of <feDiffuseLighting/>',
    inside: '<filter id="f"><feDiffuseLighting/></filter><rect width="50" height="20" filter="url(#f)"/>',
    figures: 'shapes=2.3, filters=167.04 | -5 -5 55 25 | 100 40 0 | 0',
  },
  {
    name: 'a filter of <feSpecularLighting/>',
    inside: '<filter id="f"><feSpecularLighting/></filter><rect width="50" height="20" filter="url(#f)"/>',
    figures: 'shapes=2.3, filters=167.04 | -5 -5 55 25 | 100 40 0 | 0',
  },
  {
    name: 'a filter of <feDisplacementMap/>',
    inside: '<filter id="f"><feDisplacementMap/></filter><rect width="50" height="20" filter="url(#f)"/>',
    figures: 'shapes=2.3, filters=60.48 | -5 -5 55 25 | 100 40 0 | 0',
  },
  {
    name: 'a filter of <feTurbulence/>',
    inside: '<filter id="f"><feTurbulence/></filter><rect width="50" height="20" filter="url(#f)"/>',
    figures: 'shapes=2.3, filters=51.84 | -5 -5 55 25 | 100 40 0 | 0',
  },
  {
    name: 'a filter of <feTurbulence numOctaves="3"/>',
    inside: '<filter id="f"><feTurbulence numOctaves="3"/></filter><rect width="50" height="20" filter="url(#f)"/>',
    figures: 'shapes=2.3, filters=103.68 | -5 -5 55 25 | 100 40 0 | 0',
  },
  {
    name: 'a filter of <feTurbulence numOctaves="99"/>',
    inside: '<filter id="f"><feTurbulence numOctaves="99"/></filter><rect width="50" height="20" filter="url(#f)"/>',
    figures: 'shapes=2.3, filters=285.12 | -5 -5 55 25 | 100 40 0 | 0',
  },
  {
    name: 'a filter of <feConvolveMatrix order="2"/>',
    inside: '<filter id="f"><feConvolveMatrix order="2"/></filter><rect width="50" height="20" filter="url(#f)"/>',
    figures: 'shapes=2.3, filters=388.8 | -5 -5 55 25 | 100 40 0 | 0',
  },
  {
    name: 'a filter of <feConvolveMatrix/>',
    inside: '<filter id="f"><feConvolveMatrix/></filter><rect width="50" height="20" filter="url(#f)"/>',
    figures: 'shapes=2.3, filters=842.4 | -5 -5 55 25 | 100 40 0 | 0',
  },
  {
    name: 'a filter of <feMorphology radius="5"/>',
    inside: '<filter id="f"><feMorphology radius="5"/></filter><rect width="50" height="20" filter="url(#f)"/>',
    figures: 'shapes=2.3, filters=2054.16 | -5 -5 55 25 | 100 40 0 | 0',
  },
  {
    name: 'a filter of <feMorphology radius="500"/>',
    inside: '<filter id="f"><feMorphology radius="500"/></filter><rect width="50" height="20" filter="url(#f)"/>',
    figures: 'shapes=2.3, filters=40358.16 | -5 -5 55 25 | 100 40 0 | 0',
  },
  {
    name: 'a filter of <feMorphology/>',
    inside: '<filter id="f"><feMorphology/></filter><rect width="50" height="20" filter="url(#f)"/>',
    figures: 'shapes=2.3, filters=38.16 | -5 -5 55 25 | 100 40 0 | 0',
  },
  {
    name: 'a filter of <feBlend/>',
    inside: '<filter id="f"><feBlend/></filter><rect width="50" height="20" filter="url(#f)"/>',
    figures: 'shapes=2.3, filters=46.08 | -5 -5 55 25 | 100 40 0 | 0',
  },
  {
    name: 'a filter of <feComposite/>',
    inside: '<filter id="f"><feComposite/></filter><rect width="50" height="20" filter="url(#f)"/>',
    figures: 'shapes=2.3, filters=46.08 | -5 -5 55 25 | 100 40 0 | 0',
  },
  {
    name: 'a filter of <feOffset/>',
    inside: '<filter id="f"><feOffset/></filter><rect width="50" height="20" filter="url(#f)"/>',
    figures: 'shapes=2.3, filters=38.16 | -5 -5 55 25 | 100 40 0 | 0',
  },
  {
    name: 'a picture with viewBox="10 20 30 40"',
    inside: '<rect width="30" height="20" stroke="red"/><text>a</text>',
    head: 'viewBox="10 20 30 40"',
    figures: 'shapes=3.9175, text=8.46 | -1 -1 40 60 | 120 80 0 | 0',
  },
  {
    name: 'a picture with width="200" height="100" viewBox="0 0 100 100"',
    inside: '<rect width="30" height="20" stroke="red"/><text>a</text>',
    head: 'width="200" height="100" viewBox="0 0 100 100"',
    figures: 'shapes=2.4224, text=7.8456 | -100 -1 200 100 | 120 80 0 | 0',
  },
  {
    name: 'a picture with width="100" height="300" viewBox="0 0 100 100"',
    inside: '<rect width="30" height="20" stroke="red"/><text>a</text>',
    head: 'width="100" height="300" viewBox="0 0 100 100"',
    figures: 'shapes=1.61364, text=7.83536 | -1 -200 100 300 | 120 80 0 | 0',
  },
  {
    name: 'a picture with width="50" height="40"',
    inside: '<rect width="30" height="20" stroke="red"/><text>a</text>',
    head: 'width="50" height="40"',
    figures: 'shapes=4.2255, text=8.204 | -1 -1 50 40 | 120 80 0 | 0',
  },
  {
    name: 'a picture with width="50"',
    inside: '<rect width="30" height="20" stroke="red"/><text>a</text>',
    head: 'width="50"',
    figures: 'shapes=2.153467, text=7.9224 | -1 -1 50 150 | 120 80 0 | 0',
  },
  {
    name: 'a picture with no size',
    inside: '<rect width="30" height="20" stroke="red"/><text>a</text>',
    head: '',
    figures: 'shapes=2.081133, text=7.837067 | -1 -1 300 150 | 120 80 0 | 0',
  },
  {
    name: 'a picture with viewBox="0 0 100 0"',
    inside: '<rect width="30" height="20" stroke="red"/><text>a</text>',
    head: 'viewBox="0 0 100 0"',
    figures: 'shapes=2.081133, text=7.837067 | -1 -1 300 150 | 120 80 0 | 0',
  },
  {
    name: 'a picture with viewBox="0 0 0 100"',
    inside: '<rect width="30" height="20" stroke="red"/><text>a</text>',
    head: 'viewBox="0 0 0 100"',
    figures: 'shapes=2.081133, text=7.837067 | -1 -1 300 150 | 120 80 0 | 0',
  },
]
