/** Kinds of flashes that no change of brightness describes: each passes while it is slow, and is refused while quick. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isCalm, type Kind, limitedRun, recordedLimits } from './flash-record.ts'

const times = (count: number, text: (n: number) => string) => Array.from({ length: count }, (_, n) => text(n)).join('')
const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`
const endless = 'repeatCount="indefinite"'
const styled = (frames: string, rule: string, content: string) =>
  svg(`<style>@keyframes k{${frames}}.a{${rule}}</style>${content}`)
const between = (seconds: number, property: string, values: string) =>
  `<animate attributeName="${property}" values="${values}" calcMode="discrete" dur="${seconds}s" ${endless}/>`
const change = (seconds: number, type: string, values: string) =>
  `<animateTransform attributeName="transform" type="${type}" values="${values}" dur="${seconds}s" ${endless}/>`
const turn = (seconds: number) => change(seconds, 'rotate', '0 4.5 4.5;360 4.5 4.5')
const box = '<rect width="9" height="9" class="a"/>'

const marker = (inside: string, path: string) =>
  svg(
    `<marker id="m" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" refX="4" refY="4"><rect width="9" height="9">${inside}</rect></marker>${path}`,
  )
const thin = (inside: string) =>
  `<g transform="scale(.01)"><path class="a" d="M0 450H900" stroke="#000" stroke-width="30">${inside}</path></g>`

/** Black sectors around the middle, as wide as the gaps between them. */
const wheel = (sectors: number) =>
  times(sectors, (n) => {
    const at = (part: number) => {
      const angle = (2 * Math.PI * (n + part)) / sectors
      return `${4.5 + 7 * Math.cos(angle)} ${4.5 + 7 * Math.sin(angle)}`
    }
    return `<path d="M4.5 4.5L${at(0)}L${at(0.5)}z"/>`
  })
const rings = times(25, (n) => `<circle cx="4.5" cy="4.5" r="${(25 - n) * 0.48}" fill="${n % 2 ? '#fff' : '#000'}"/>`)
const swinging = (path: string, seconds: number, more = 'rotate="auto"') =>
  svg(
    `<rect x="-20" y="-1.5" width="40" height="3"><animateMotion path="${path}" ${more} dur="${seconds}s" ${endless}/></rect>`,
  )

const kinds: Record<string, Kind> = {
  'a shape in a marker': [
    1,
    0.2,
    (s) => marker(between(s, 'display', 'none;inline'), '<path d="M4 4h.1" marker-start="url(#m)"/>'),
  ],
  'a marker that is switched': [
    1,
    0.2,
    (s) => marker('', `<path d="M4 4h.1">${between(s, 'marker-start', 'none;url(#m)')}</path>`),
  ],
  'a marker that is switched by CSS': [
    1,
    0.2,
    (s) =>
      marker(
        '',
        `<style>@keyframes k{0%{marker-end:none}50%,100%{marker-end:url(#m)}}path{animation:k ${s}s steps(1) infinite}</style><path d="M4 4h.1"/>`,
      ),
  ],
  'a path with a marker': [
    1,
    0.2,
    (s) => marker('', `<path d="M4 4h.1" marker-start="url(#m)">${between(s, 'visibility', 'hidden;visible')}</path>`),
  ],
  'a stroke that is scaled or not': [1, 0.2, (s) => svg(thin(between(s, 'vector-effect', 'none;non-scaling-stroke')))],
  'a stroke that is scaled or not, by CSS': [
    1,
    0.2,
    (s) => styled('50%,100%{vector-effect:non-scaling-stroke}', `animation:k ${s}s steps(1) infinite`, thin('')),
  ],
  'the origin of a scale': [
    1,
    0.2,
    (s) =>
      styled(
        '0%{transform-origin:0 0}50%,100%{transform-origin:-60px 0}',
        `transform:scale(.6);animation:k ${s}s steps(1) infinite`,
        '<rect class="a" width="15" height="15"/>',
      ),
  ],
  'the origin of a turn': [
    1,
    0.2,
    (s) =>
      styled(
        '0%{transform-origin:4.5px 4.5px}50%,100%{transform-origin:0 0}',
        `transform:rotate(180deg);animation:k ${s}s steps(1) infinite`,
        box,
      ),
  ],
  'the box of an origin': [
    1,
    0.2,
    (s) =>
      styled(
        '0%{transform-box:view-box}50%,100%{transform-box:fill-box}',
        `transform:rotate(180deg);transform-origin:50% 50%;animation:k ${s}s steps(1) infinite`,
        '<rect class="a" width="9" height="4.5"/>',
      ),
  ],
  ...Object.fromEntries(
    Object.entries({
      opacity: 'from{opacity:.5}to{opacity:.51}',
      'a colour': 'from{fill:#777}to{fill:#797979}',
      'a size': 'from{transform:scale(.5)}to{transform:scale(.51)}',
      'a place': 'from{translate:0px}to{translate:.1px}',
    }).map(([name, frames]): [string, Kind] => [
      `a curve far beyond its ends: ${name}`,
      [1, 0.25, (s) => styled(frames, `animation:k ${s}s cubic-bezier(.3,300,.6,-300) infinite`, box)],
    ]),
  ),
  'a bar that turns with its path': [2, 0.3, (s) => swinging('M4.5 4.5a.1 .1 0 1 1 0 .01z', s)],
  'a bar that turns back on its path': [2, 0.3, (s) => swinging('M4.5 4.5h.1v.1h-.1z', s)],
  'a bar that turns with its path by CSS': [
    2,
    0.3,
    (s) =>
      styled(
        'to{offset-distance:100%}',
        `offset-path:path('M4.5 4.5a.1 .1 0 1 1 0 .01z');animation:k ${s}s linear infinite`,
        '<rect class="a" x="-20" y="-1.5" width="40" height="3"/>',
      ),
  ],
  'a bar that goes to and fro on its path': [
    4,
    0.8,
    (s) => swinging('M4.5-3V12', s, 'keyPoints="0;1;0;1;0" keyTimes="0;.25;.5;.75;1" calcMode="linear"'),
  ],
  ...Object.fromEntries(
    (
      [
        [4, 2, 0.8],
        [8, 4, 1.6],
        [12, 5, 2.4],
      ] as const
    ).flatMap(([sectors, slow, quick]): [string, Kind][] => [
      [`${sectors} sectors`, [slow, quick, (s) => svg(`<g>${wheel(sectors)}${turn(s)}</g>`)]],
      [
        `${sectors} sectors by CSS`,
        [
          slow,
          quick,
          (s) =>
            styled(
              'to{transform:rotate(1turn)}',
              `transform-origin:4.5px 4.5px;animation:k ${s}s linear infinite`,
              `<g class="a">${wheel(sectors)}</g>`,
            ),
        ],
      ],
      [
        `${sectors} sectors by CSS in their box`,
        [
          slow,
          quick,
          (s) =>
            styled(
              'to{rotate:360deg}',
              `transform-box:fill-box;transform-origin:center;animation:k ${s}s linear infinite`,
              `<g class="a">${wheel(sectors)}</g>`,
            ),
        ],
      ],
    ]),
  ),
  'the window of a picture in other units': [
    1,
    0.2,
    (s) =>
      svg(
        `<svg viewBox="0 0 .09 .09"><rect width=".045" height=".09"/>${between(s, 'viewBox', '0 0 .09 .09;.045 0 .09 .09')}</svg>`,
      ),
  ],
  'a window without a height': [
    1,
    0.2,
    (s) => svg(`<rect width="9" height="9"/>${between(s, 'viewBox', '0 0 9 9;0 0 9 0')}`),
  ],
  'dashes of a path whose length is said to be zero': [
    1,
    0.2,
    (s) =>
      svg(
        `<path d="M0 4.5H9" pathLength="0" stroke="#000" stroke-width="9" stroke-dasharray="9">${between(s, 'stroke-dashoffset', '0;9')}</path>`,
      ),
  ],
  'a text that moves': [1, 0.25, (s) => svg(`<text y="9" font-size="16">M${change(s, 'translate', '0;30;0')}</text>`)],
  'a part of a text that moves': [
    1,
    0.2,
    (s) => svg(`<text y="9" font-size="14"><tspan>M${between(s, 'dx', '0;99')}</tspan></text>`),
  ],
  'a text that moves along its path': [
    1,
    0.2,
    (s) =>
      svg(
        `<path id="p" d="M0 9H99" fill="none"/><text font-size="14"><textPath href="#p">M${between(s, 'startOffset', '0;50')}</textPath></text>`,
      ),
  ],
  'a corner that is cut off': [
    1,
    0.2,
    (s) =>
      svg(
        `<path d="M-9 4.4L4.5 4.5L-9 4.6" fill="none" stroke="#000" stroke-miterlimit="999">${between(s, 'stroke-linejoin', 'miter;bevel')}</path>`,
      ),
  ],
  'what turns over around an axis in the picture': [
    2,
    0.25,
    (s) =>
      styled(
        'to{transform:rotate3d(1,1,0,360deg)}',
        `transform-origin:4.5px 4.5px;animation:k ${s}s linear infinite`,
        box,
      ),
  ],
  'sectors that only swing': [
    1,
    0.2,
    (s) => svg(`<g>${wheel(12)}${change(s, 'rotate', '0 4.5 4.5;30 4.5 4.5;0 4.5 4.5')}</g>`),
  ],
  'rings that are scaled': [
    20,
    0.8,
    (s) =>
      svg(
        `<g transform="translate(4.5 4.5)"><g><g transform="translate(-4.5 -4.5)">${rings}</g>${change(s, 'scale', '1;4')}</g></g>`,
      ),
  ],
  ...Object.fromEntries(
    ['rx', 'ry'].map((radius): [string, Kind] => [
      `rings with ${radius} alone that are scaled`,
      [
        20,
        0.8,
        (s) =>
          svg(
            `<g transform="translate(4.5 4.5)"><g><g transform="translate(-4.5 -4.5)">${rings.replaceAll('circle', 'ellipse').replaceAll(' r=', ` ${radius}=`)}</g>${change(s, 'scale', '1;4')}</g></g>`,
          ),
      ],
    ]),
  ),
  'rings that are scaled by CSS': [
    20,
    0.8,
    (s) =>
      styled(
        'to{transform:scale(4)}',
        `transform-origin:4.5px 4.5px;animation:k ${s}s linear infinite`,
        `<g class="a">${rings}</g>`,
      ),
  ],
  'rings that each grow': [
    9,
    1.5,
    (s) =>
      svg(
        times(20, (n) => {
          const [r, fill] = [(20 - n) / 2, n % 2 ? '#fff' : '#000']
          return `<circle cx="4.5" cy="4.5" r="${r}" fill="${fill}"><animate attributeName="r" values="${r};${r + 10}" dur="${s}s" ${endless}/></circle>`
        }),
      ),
  ],
  'strokes that each become wider': [
    9,
    1.5,
    (s) =>
      svg(
        times(20, (n) => {
          const [width, stroke] = [20 - n, n % 2 ? '#fff' : '#000']
          return `<circle cx="4.5" cy="4.5" r=".1" stroke="${stroke}" stroke-width="${width}"><animate attributeName="stroke-width" values="${width};${width + 20}" dur="${s}s" ${endless}/></circle>`
        }),
      ),
  ],
}

/** Three flashes and no more are allowed, however quick (WCAG 2.3.1). */
const counted: Record<string, (count: number) => string> = {
  opacity: (n) =>
    svg(
      `<rect width="9" height="9"><animate attributeName="opacity" values="1;0;1" dur=".2s" repeatCount="${n}"/></rect>`,
    ),
  'a width': (n) =>
    svg(
      `<rect width="9" height="9"><animate attributeName="width" values="9;0;9" dur=".2s" repeatCount="${n}"/></rect>`,
    ),
  'a place': (n) =>
    svg(
      `<rect width="9" height="9"><animateTransform attributeName="transform" type="translate" values="0;18;0" dur=".2s" repeatCount="${n}"/></rect>`,
    ),
  keyframes: (n) => styled('50%{opacity:0}', `animation:k .2s ${n}`, box),
  'keyframes with a count of their own': (n) =>
    styled('50%{fill:#fff}', `animation:k .2s;animation-iteration-count:${n}`, box),
}

/** What turns, grows and is drawn in usual drawings. */
const spoke = (angle: number) => `<path d="M4.5 1.6v-.8" stroke-width=".8" transform="rotate(${angle} 4.5 4.5)"/>`
const calm: Record<string, string> = {
  'a gear': svg(
    `<g fill="none" stroke="#000"><circle cx="4.5" cy="4.5" r="3" stroke-width=".8"/>${times(8, (n) => spoke(n * 45))}${turn(1)}</g>`,
  ),
  'an arc that turns twice a second': svg(
    `<path fill="none" stroke="#000" d="M4.5 1a3.5 3.5 0 0 1 3.5 3.5">${turn(0.5)}</path>`,
  ),
  'a circle with a gap that turns twice a second': styled(
    'to{transform:rotate(360deg)}',
    'transform-origin:center;animation:k .5s linear infinite',
    '<circle class="a" cx="4.5" cy="4.5" r="3.5" fill="none" stroke="#000" stroke-width="1.5" stroke-dasharray="16 6"/>',
  ),
  'three spokes': svg(
    `<g>${times(3, (n) => `<rect x="4" width="1" height="4.5" transform="rotate(${n * 120} 4.5 4.5)"/>`)}${turn(1.05)}</g>`,
  ),
  'a disc that turns ten times a second': svg(`<circle cx="4.5" cy="4.5" r="4">${turn(0.1)}</circle>`),
  'a dot that pulses': styled(
    '50%{transform:scale(1.3)}',
    'transform-origin:center;animation:k .4s infinite',
    '<circle class="a" cx="4.5" cy="4.5" r="3"/>',
  ),
  'a bar that fills': svg(
    `<rect y="4" height="1"><animate attributeName="width" values="0;9" dur="1s" ${endless}/></rect>`,
  ),
  'a line that is drawn': svg(
    `<path d="M0 4.5H9" stroke="#000" stroke-dasharray="9"><animate attributeName="stroke-dashoffset" values="9;0" dur=".5s" ${endless}/></path>`,
  ),
  'a curve a little beyond its ends': styled(
    'from{transform:scale(.2)}',
    'transform-origin:center;animation:k .8s cubic-bezier(.7,-.5,.3,1.5) infinite alternate',
    box,
  ),
}

describe('flashes of a kind', () => {
  for (const { name, check } of recordedLimits('kinds', kinds, limitedRun))
    it(`are refused only if they are quick: ${name}`, check)
  for (const [name, drawing] of Object.entries(counted))
    it(`may be three in a second, and no more: ${name}`, () => {
      assert.ok(isCalm(drawing(3)))
      assert.ok(!isCalm(drawing(4)))
    })
  for (const [name, source] of Object.entries(calm)) it(`are not found in ${name}`, () => assert.ok(isCalm(source)))
})
