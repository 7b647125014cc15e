/** How each style of a label in HTML looks when it is drawn again: its boxes, its lines and the style of its words. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sanitizeSvg } from '../../../../src/articles/checks/svg/sanitize.ts'
import { problemsOf } from '../../../../src/articles/checks/svg-safety.ts'

const xhtml = 'xmlns="http://www.w3.org/1999/xhtml"'
const usual = 'fill:black;stroke:none;font-size:16px;font-style:normal;font-weight:normal;text-decoration:none'
const usually = new Set(usual.split(';'))
const box = 'x="10" y="20" width="100" height="40"'

const drawn = (inside: string, root = 'viewBox="0 0 200 100"') => {
  const found = sanitizeSvg(`<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inside}</svg>`)
  return found.outcome === 'clean' ? shortened(found.canonical) : problemsOf(found).join()
}

/** `[10 20 100x40 red]` is a background, `@10,33` the place of a line, `{…}` a style that is not the usual one. */
function shortened(canonical: string): string {
  return canonical
    .replace(/^.*?(?=<text|<rect|$)|(?:<\/g>)+<\/svg>$/gs, '')
    .replace(
      /<rect height="(.*?)" style="fill:(.*?);opacity:1;stroke:none" width="(.*?)" x="(.*?)" y="(.*?)"\/>/g,
      '[$4 $5 $3x$1 $2]',
    )
    .replace(/<tspan style="text-anchor:start" x="(.*?)" y="(.*?)">/g, '@$1,$2 ')
    .replace(/<tspan style="text-anchor:(\w+)" x="(.*?)" y="(.*?)">/g, '@$2,$3 $1 ')
    .replace(/<(?:text|tspan) style="(.*?)">/g, (_, style: string) => {
      const unusual = style.split(';').filter((one) => !usually.has(one))
      return unusual.length > 0 ? `{${unusual.join(';')}}` : ''
    })
    .replace(/<\/(?:text|tspan)>/g, '|')
    .replace(/\|+$/, '')
    .replaceAll('\u00a0', '~')
}

const label = (inside: string, attributes = box) => `<foreignObject ${attributes}>${inside}</foreignObject>`
const div = (style: string, inside = 'Ada') => `<div ${xhtml} style="${style}">${inside}</div>`

const places: Table = {
  'a plain label': [label(div('')), '@10,34.96 Ada'],
  'a label without a place': [
    label(div('display:flex;justify-content:center;color:red'), ''),
    '{fill:red}@-14.08,14.96 Ada',
  ],
  'a label in percent': [
    label(div('text-align:right;background:red'), 'x="10%" y="10%" width="50%" height="50%"'),
    '[20 10 100x18.72 red]@120,24.96 end Ada',
  ],
  'a label in other units': [
    label(div('text-align:end'), 'x="1em" y="3pt" width="2rem" height="5px"'),
    '@48,18.96 end Ada',
  ],
  'a margin': [label(div('margin-left:7px;margin-top:9px;text-align:center')), '@63.5,43.96 middle Ada'],
  'a padding': [label(div('padding-left:1em;padding-top:10%;text-align:center')), '@68,44.96 middle Ada'],
  'a margin and a padding': [
    label(div('margin-left:1px;padding-left:2px;margin-top:3px;padding-top:4px;text-align:right')),
    '@110,41.96 end Ada',
  ],
  'a negative margin': [label(div('margin-left:-5px;margin-top:-.5pt')), '@5,34.29 Ada'],
  'a margin in units that are not known': [label(div('margin-left:5vw;margin-top:calc(3px)')), '@10,34.96 Ada'],
  'a width': [label(div('width:60px;text-align:center')), '@40,34.96 middle Ada'],
  'a width in percent': [label(div('width:50%;text-align:right')), '@60,34.96 end Ada'],
  'a width and a margin': [label(div('width:60px;margin-left:9px;text-align:right')), '@79,34.96 end Ada'],
  'a height': [label(div('height:70px;background:red')), '[10 20 100x18.72 red]@10,34.96 Ada'],
  'a flexible row': [label(div('display:flex;justify-content:center;align-items:center')), '@45.92,34.96 Ada'],
  'a flexible row with a height': [
    label(div('display:flex;justify-content:flex-end;align-items:center;height:40px')),
    '@81.84,45.6 Ada',
  ],
  'a flexible row with another height': [label(div('display:flex;align-items:center;height:60px')), '@10,55.6 Ada'],
  'a block in a flexible row with a height': [
    label(
      div(
        'display:flex;align-items:flex-end;height:60px',
        '<p style="display:flex;align-items:center;height:50%">Ada</p>',
      ),
    ),
    '@10,40.6 Ada',
  ],
  'a flexible row of two lines': [
    label(div('display:flex;justify-content:center', 'Ada and Bob<br/>Eve')),
    '@13.28,34.96 Ada and Bob|@13.28,53.68 Eve',
  ],
  'a flexible row at the end': [
    label(div('display:inline-flex;justify-content:right;align-items:flex-end;height:40px')),
    '@81.84,56.24 Ada',
  ],
  'a flexible row at the start': [
    label(div('display:flex;justify-content:left;align-items:start;height:40px')),
    '@10,34.96 Ada',
  ],
  'a flexible row without words for its place': [
    label(div('display:flex;justify-content:space-between;align-items:stretch;height:40px')),
    '@10,34.96 Ada',
  ],
  'a flexible column': [
    label(div('display:flex;flex-direction:column;align-items:center;justify-content:center')),
    '@45.92,34.96 Ada',
  ],
  'a flexible column with a height': [
    label(div('display:flex;flex-direction:column-reverse;align-items:end;justify-content:center;height:100%')),
    '@81.84,45.6 Ada',
  ],
  'a flexible row in the middle of a block': [
    label(div('height:40px;display:flex;align-items:center', '<div style="text-align:center">Ada</div>')),
    '@24.08,45.6 middle Ada',
  ],
  'a cell': [label(div('display:table-cell;vertical-align:middle')), '@10,45.6 Ada'],
  'a cell at the bottom': [label(div('display:table-cell;vertical-align:bottom')), '@10,56.24 Ada'],
  'a cell at the top': [label(div('display:table-cell;vertical-align:top')), '@10,34.96 Ada'],
  'a cell of no known place': [label(div('display:table-cell;vertical-align:baseline')), '@10,34.96 Ada'],
  'a block that is no cell': [label(div('vertical-align:middle')), '@10,34.96 Ada'],
  'blocks inside of each other': [
    label(
      div('margin-left:1px;width:80px', '<p style="margin-left:2px"><span style="padding-left:3px">Ada</span></p>'),
    ),
    '@16,34.96 Ada',
  ],
  'a text beside a block': [
    label(div('margin-left:1px', 'Ada<p style="margin-left:20px">Bob</p>')),
    '@11,34.96 Ada|@11,53.68 Bob',
  ],
  'spaces around a block': [label(div('margin-left:1px', ' \n<p style="margin-left:20px">Bob</p> ')), '@31,34.96 Bob'],
  'a block of no width': [label(div('width:-5px;background:red')), '[10 20 0x40 red]@10,34.96 Ada'],
  'a block wider than its box': [
    label(div('white-space:nowrap;background:red;display:flex;justify-content:center', 'A long line of words')),
    '[10 20 100x40 red]@-14.16,34.96 A long line of words',
  ],
}

const backgrounds: Table = {
  'a colour': [label(div('background-color:red')), '[10 20 100x40 red]@10,34.96 Ada'],
  'a colour by the shorthand': [label(div('background:#12abEF')), '[10 20 100x40 #12abEF]@10,34.96 Ada'],
  both: [label(div('background:lime;background-color:red')), '[10 20 100x40 red]@10,34.96 Ada'],
  'the colour of a row': [label(div('background:red;display:flex')), '[10 20 100x40 red]@10,34.96 Ada'],
  'a colour with a part that is seen through': [
    label(div('background:rgba(1, 2, 3, 0.5)')),
    '[10 20 100x40 rgba(1, 2, 3, 0.5)]@10,34.96 Ada',
  ],
  'a colour by its hue': [label(div('background:hsl(1 2% 3%)')), '[10 20 100x40 hsl(1 2% 3%)]@10,34.96 Ada'],
  'a colour for light and dark': [
    label(div('background:light-dark(red, rgb(1, 2, 3))')),
    '[10 20 100x40 light-dark(red, rgb(1, 2, 3))]@10,34.96 Ada',
  ],
  'no colour': [label(div('background:none')), '@10,34.96 Ada'],
  'a transparent colour': [label(div('background:transparent')), '@10,34.96 Ada'],
  'a colour that is not seen': [label(div('background:rgba(1, 2, 3, 0)')), '@10,34.96 Ada'],
  'a gradient': [label(div('background:linear-gradient(red,lime)')), '@10,34.96 Ada'],
  'two words': [label(div('background:red repeat')), '@10,34.96 Ada'],
  'a colour of an inline element': [
    label(div('', '<span style="background:red">Ada</span>')),
    '[10 20 100x40 red]@10,34.96 Ada',
  ],
  'an inline element around a block': [
    label(`<span ${xhtml} style="background:red"><p style="background:lime">Ada</p></span>`),
    '[10 20 100x40 lime]@10,34.96 Ada',
  ],
  'an inline element around two': [
    label(`<span ${xhtml} style="background:red"><b>Ada</b><b>Bob</b></span>`),
    '[10 20 100x40 red]{font-weight:bold}@10,34.96 AdaBob',
  ],
  'three colours': [
    label(div('background:red', '<p style="background:lime"><span style="background:blue">Ada</span></p>')),
    '[10 20 100x40 red][10 20 100x40 lime][10 20 100x40 blue]@10,34.96 Ada',
  ],
  'four colours': [
    label(
      div(
        'background:red',
        '<p style="background:lime"><p style="background:blue"><p style="background:aqua">Ada</p></p></p>',
      ),
    ),
    '[10 20 100x40 red][10 20 100x40 lime][10 20 100x40 blue]@10,34.96 Ada',
  ],
  'a height by CSS': [label(div('background:red;height:30px')), '[10 20 100x18.72 red]@10,34.96 Ada'],
  'a height in percent of the picture': [
    label(div('background:red'), 'width="100" height="50%"'),
    '[0 0 100x18.72 red]@0,14.96 Ada',
  ],
}

const lines: Table = {
  'a break': [label(div('', 'Ada<br/>Bob')), '@10,34.96 Ada|@10,53.68 Bob'],
  'two breaks': [label(div('', 'Ada<br/><br/>Bob')), '@10,34.96 Ada|@10,72.4 Bob'],
  'a break at the end': [label(div('', 'Ada<br/>')), '@10,34.96 Ada'],
  blocks: [label(div('', 'Ada<p>Bob</p>Eve')), '@10,34.96 Ada|@10,53.68 Bob|@10,72.4 Eve'],
  'a block in a block': [label(div('', '<p>Ada</p><p>Bob</p>')), '@10,34.96 Ada|@10,53.68 Bob'],
  'an empty block': [label(div('', 'Ada<p></p>Bob')), '@10,34.96 Ada|@10,53.68 Bob'],
  items: [
    label(div('', '<ul><li>Ada</li><li><b>Bob</b></li></ul>')),
    '@10,34.96 • Ada|@10,53.68 • {font-weight:bold}Bob',
  ],
  spaces: [label(div('', '  Ada \n\t Bob  <b> Eve </b> ')), '@10,34.96 Ada Bob {font-weight:bold}Eve'],
  'spaces between runs': [
    label(div('', 'Ada<b> </b><i> Bob</i>')),
    '@10,34.96 Ada{font-weight:bold} |{font-style:italic}Bob',
  ],
  'spaces that are kept': [
    label(div('white-space:pre-wrap', '  Ada   Bob  \n Eve')),
    '@10,34.96 ~ Ada~~ Bob~|@10,53.68 ~Eve',
  ],
  'spaces that are kept in a <pre>': [
    label(`<pre ${xhtml}>a  b\nc</pre>`),
    '{font-family:monospace}@10,34.96 a~ b|@10,53.68 c',
  ],
  'breaks that are kept': [label(div('white-space:break-spaces', 'Ada\n\nBob')), '@10,34.96 Ada|@10,72.4 Bob'],
  'lines that are not kept': [label(div('white-space:pre-line', 'Ada\nBob')), '@10,34.96 Ada|@10,53.68 Bob'],
  'no lines': [
    label(div('white-space:nowrap', 'A line that is longer than its box')),
    '@10,34.96 A line that is longer than its box',
  ],
  'no lines of a kept text': [
    label(div('white-space:pre', 'A line that is longer than its box')),
    '@10,34.96 A line that is longer than its box',
  ],
  'a long line': [
    label(div('', 'A line that is longer than its box')),
    '@10,34.96 A line that|@10,53.68 is longer|@10,72.4 than its box',
  ],
  'a long line in the middle': [
    label(div('text-align:center', 'A line that is longer than its box')),
    '@60,34.96 middle A line that|@60,53.68 middle is longer|@60,72.4 middle than its box',
  ],
  'a long line with a background': [
    label(div('background:red', 'A line <b>that is</b> longer than its box'), 'width="80" height="90"'),
    '[0 0 80x90 red]@0,14.96 A line {font-weight:bold}that||@0,33.68 {font-weight:bold}is| longer|@0,52.4 than its|@0,71.12 box',
  ],
  'a long word': [label(div('', 'Donaudampfschifffahrtsgesellschaft')), '@10,34.96 Donaudampfschifffahrtsgesellschaft'],
  'a hidden part': [
    label(div('', 'Ada<b style="display:none"> Bob</b><i style="visibility:hidden"> Eve</i>')),
    '@10,34.96 Ada',
  ],
  nothing: [label(div('', '  ')), ''],
  'a hidden label': [label(div('display:none')), ''],
  'as many lines as the box has, one': [
    label(div('line-height:20px', 'some words to break'), 'width="100" height="20"'),
    '@0,15.6 some words|@0,35.6 to break',
  ],
  'as many lines as the box has, two': [
    label(div('line-height:20px', 'some words to break'), 'width="100" height="40"'),
    '@0,15.6 some words|@0,35.6 to break',
  ],
  'as many lines as the box has, three': [
    label(div('line-height:20px', 'some words to break'), 'width="100" height="60"'),
    '@0,15.6 some|@0,35.6 words to|@0,55.6 break',
  ],
  'nearly as many lines': [
    label(div('line-height:20px', 'some words to break'), 'width="100" height="20.9"'),
    '@0,15.6 some words|@0,35.6 to break',
  ],
  'not as many lines': [
    label(div('line-height:20px', 'some words to break'), 'width="100" height="21.1"'),
    '@0,15.6 some words|@0,35.6 to break',
  ],
  'nearly as many lines, from below': [
    label(div('line-height:20px', 'some words to break'), 'width="100" height="19.1"'),
    '@0,15.6 some words|@0,35.6 to break',
  ],
  'lines of a box whose height is set by CSS': [
    label(div('line-height:20px;height:20px', 'some words to break'), 'width="100" height="20"'),
    '@0,15.6 some words|@0,35.6 to break',
  ],
}

const styles: Table = {
  'a colour': [div('color:red'), '{fill:red}@10,34.96 Ada'],
  'a colour that is not seen': [div('color:transparent'), '@10,34.96 Ada'],
  'a colour that is none': [div('color:url(#a)'), '@10,34.96 Ada'],
  'a size': [div('font-size:20px'), '{font-size:20px}@10,38.7 Ada'],
  'a size in points': [div('font-size:12pt'), '@10,34.96 Ada'],
  'a size of the size around': [
    div('font-size:2em', 'Ada<b style="font-size:50%">Bob</b>'),
    '{font-size:32px}@10,49.92 Ada{font-weight:bold}Bob',
  ],
  'a size in no known unit': [div('font-size:3vw'), '@10,34.96 Ada'],
  'a number as a size': [div('font-size:20'), '{font-size:20px}@10,38.7 Ada'],
  'a larger run': [
    div('', 'Ada <b style="font-size:30px">Bob</b>'),
    '@10,48.05 Ada {font-size:30px;font-weight:bold}Bob',
  ],
  'a larger line': [
    div('', '<b style="font-size:30px">Ada</b><br/>Bob'),
    '{font-size:30px;font-weight:bold}@10,48.05 Ada|@10,70.06 Bob',
  ],
  'a line height': [div('line-height:2', 'Ada<br/>Bob'), '@10,41.6 Ada|@10,73.6 Bob'],
  'a line height in pixels': [div('line-height:40px'), '@10,45.6 Ada'],
  'a line height in percent': [div('line-height:150%'), '@10,37.6 Ada'],
  'a line height of the font': [div('line-height:1.5em'), '@10,37.6 Ada'],
  'the usual line height': [div('line-height:normal'), '@10,34.96 Ada'],
  'a line height of a large font': [
    div('line-height:1.5;font-size:20px', 'Ada<br/>Bob'),
    '{font-size:20px}@10,42 Ada|@10,72 Bob',
  ],
  'an empty line of a large font': [
    div('font-size:20px', 'Ada<br/><br/>Bob'),
    '{font-size:20px}@10,38.7 Ada|@10,85.5 Bob',
  ],
  'a slanted font': [div('font-style:italic'), '{font-style:italic}@10,34.96 Ada'],
  'a bold font': [div('font-weight:700'), '{font-weight:700}@10,34.96 Ada'],
  'a line through': [div('text-decoration:line-through'), '{text-decoration:line-through}@10,34.96 Ada'],
  'a family': [div('font-family:Arial'), '{font-family:Arial}@10,34.96 Ada'],
  'what is not known': [div('letter-spacing:3px;text-transform:uppercase'), '@10,34.96 Ada'],
  'b, strong, i, em': [
    div('', '<b>1</b><strong>2</strong><i>3</i><em>4</em>'),
    '{font-weight:bold}@10,34.96 12{font-style:italic}3|{font-style:italic}4',
  ],
  'code, and words after it in the usual font': [div('', '<code>1</code>2'), '@10,34.96 {font-family:monospace}1|2'],
  'u, s, code, small': [
    div('', '<u>1</u><s>2</s><code>3</code><small>4</small>'),
    '{text-decoration:underline}@10,34.96 1{text-decoration:line-through}2|{font-family:monospace}3|{font-size:13.28px}4',
  ],
  headings: [
    div('', '<h1>1</h1><h2>2</h2><h3>3</h3>'),
    '{font-size:32px;font-weight:bold}@10,49.92 1|@10,79.88 {font-size:24px}2||@10,103.02 {font-size:18.72px}3',
  ],
  'small headings': [
    div('', '<h4>4</h4><h5>5</h5><h6>6</h6>'),
    '{font-weight:bold}@10,34.96 4|@10,51.14 {font-size:13.28px}5||@10,64.28 {font-size:10.72px}6',
  ],
  'sub and sup': [div('', '1<sub>2</sub><sup>3</sup>'), '@10,34.96 123'],
  font: [div('', '<font color="red" face="Arial">Ada</font>'), '{fill:red;font-family:Arial}@10,34.96 Ada'],
  'font without attributes': [div('', '<font>Ada</font>'), '@10,34.96 Ada'],
  'the attributes of font elsewhere': [
    div('', '<b color="red" face="Arial">Ada</b>'),
    '{font-weight:bold}@10,34.96 Ada',
  ],
  'a link': [div('', '<a href="https://example.org/">Ada</a>'), '@10,34.96 Ada'],
  'a style that is inherited': [
    div('color:red', 'Ada<b style="color:inherit">Bob</b>'),
    '{fill:red}@10,34.96 Ada{font-weight:bold}Bob',
  ],
  'a style that is not inherited': [
    div('background:red;margin-left:5px', '<b>Ada</b>'),
    '[15 20 95x40 red]{font-weight:bold}@15,34.96 Ada',
  ],
  'styles that are not values': [
    div('color:initial;font-size:var(--a);font-weight:unset;font-style:revert'),
    '@10,34.96 Ada',
  ],
  'an important style': [div('color:red !important;color:blue'), '{fill:red}@10,34.96 Ada'],
  'the last style': [div('color:red;color:blue'), '{fill:blue}@10,34.96 Ada'],
  'the same style around and inside': [
    div('color:red', 'Ada <span style="color:red">Bob</span>'),
    '{fill:red}@10,34.96 Ada Bob',
  ],
  'a style that is no style': [div('color'), '@10,34.96 Ada'],
}

const around: Table = {
  'a colour of the group around': [`<g color="red">${label(div(''))}</g>`, '{fill:red}@10,34.96 Ada'],
  'a colour of the box': [label(div(''), `${box} style="color:red"`), '{fill:red}@10,34.96 Ada'],
  'a size of the group around': [`<g font-size="20">${label(div(''))}</g>`, '{font-size:20px}@10,38.7 Ada'],
  'a size of the group around by CSS': [
    `<g style="font-size:20px">${label(div('font-size:1.5em'))}</g>`,
    '{font-size:30px}@10,48.05 Ada',
  ],
  'a rule against an attribute': [
    `<style>g{font-size:30px}</style><g font-size="20">${label(div(''))}</g>`,
    '{font-size:30px}@10,48.05 Ada',
  ],
  'a rule against a style': [
    `<style>g{font-size:30px}</style><g style="font-size:20px">${label(div(''))}</g>`,
    '{font-size:20px}@10,38.7 Ada',
  ],
  'what the text of a drawing has': [`<g fill="red" style="letter-spacing:3px">${label(div(''))}</g>`, '@10,34.96 Ada'],
}

/** The words of the label are red, or blue. */
const rules: Record<string, [css: string, colour: string]> = {
  'a type': ['div{color:red}', 'red'],
  'a class': ['.a{color:red}', 'red'],
  'two classes': ['.a.b{color:red}.a{color:blue}', 'red'],
  'a class that is missing': ['.a.c{color:red}', 'black'],
  'an id': ['#i{color:red}.a.b{color:blue}', 'red'],
  'an id that is another': ['#j{color:red}', 'black'],
  'an id around': ['#o div{color:red}', 'red'],
  'an id around that is another': ['#j div{color:red}', 'black'],
  'a class around that is missing': ['.c div{color:red}', 'black'],
  'a type with a class': ['div.a{color:red}.a{color:blue}', 'red'],
  'a type with another class': ['p.a{color:red}', 'black'],
  everything: ['*{color:red}', 'red'],
  'everything before a type': ['div{color:blue}*{color:red}', 'blue'],
  'everything with a class': ['*.a{color:red}', 'red'],
  'the last of equals': ['.a{color:blue}.b{color:red}', 'red'],
  'a descendant': ['g div{color:red}div{color:blue}', 'red'],
  'a descendant farther inside': ['svg div{color:red}', 'red'],
  'a descendant of what is missing': ['p div{color:red}', 'black'],
  'a child': ['foreignObject > div{color:red}', 'red'],
  'a child without spaces': ['foreignObject>div{color:red}', 'red'],
  'a child of what is farther': ['g > div{color:red}', 'black'],
  'a child of a child': ['g > foreignObject > div{color:red}', 'red'],
  'a descendant of a child': ['svg > g div{color:red}', 'red'],
  'a list': ['p, div{color:red}', 'red'],
  'a selector that is not known': ['div:hover{color:red}', 'black'],
  'an attribute': ['div[class]{color:red}', 'black'],
  'a neighbour': ['p + div{color:red}', 'black'],
  'a rule for a medium': ['@media screen{div{color:red}}', 'black'],
  'an important rule': ['div{color:red !important}#i{color:blue}', 'red'],
  'a rule and an important one': ['div{color:blue!important}.a{color:red! important}', 'red'],
  'a rule that names nothing known': ['div{letter-spacing:3px}', 'black'],
  'ten classes and an id': ['#i{color:red}.a.a.a.a.a.a.a.a.a.a{color:blue}', 'red'],
  'many types and a class': ['.a{color:red}svg g foreignObject div{color:blue}', 'red'],
}

type Table = Record<string, [written: string, drawn: string]>

const tables: [name: string, table: Table, written: (inside: string) => string][] = [
  ['places', places, (inside) => `<g>${inside}</g>`],
  ['backgrounds', backgrounds, (inside) => `<g>${inside}</g>`],
  ['lines', lines, (inside) => `<g>${inside}</g>`],
  ['around', around, (inside) => inside],
  ['styles', styles, (inside) => `<g>${label(inside)}</g>`],
]

describe('a label in HTML', () => {
  for (const [, table, written] of tables)
    for (const [name, [inside, expected]] of Object.entries(table))
      it(`is drawn as expected: ${name}`, () => assert.equal(drawn(written(inside)), expected))

  for (const [name, [css, colour]] of Object.entries(rules))
    it(`takes its colour from the rules that match: ${name}`, () => {
      const text = drawn(`<style>${css}</style><g id="o">${label(`<div ${xhtml} id="i" class="a b">Ada</div>`)}</g>`)
      assert.equal(/fill:(\w+)/.exec(text)?.[1] ?? 'black', colour)
    })

  it('is placed in percent of the picture', () => {
    const inside = `<g>${label(div('text-align:right'), 'x="10%" width="50%" height="9"')}</g>`
    const rights = {
      'viewBox="0 0 200 100"': 120,
      'viewBox=" 5,5 , 300 100 "': 180,
      'viewBox="0 0 200 100" width="50" height="20"': 120,
      'width="300" height="100"': 180,
      'width="3em" height="100"': 28.8,
      'width="50%" height="100"': 0,
      '': 0,
    }
    for (const [root, right] of Object.entries(rights))
      assert.equal(/@(.*?),/.exec(drawn(inside, root))?.[1], String(right), root)
  })
})
