/** Lists what CSS in a drawing may use. Functions can load something, so they are allowed by name. */
const words = (text: string) => new Set(text.trim().split(/\s+/))

/** In these properties `url(#id)` names a part of the drawing. In others a browser would load a file. */
export const referringProperties = words(
  'clip-path fill filter marker marker-end marker-mid marker-start mask offset-path stroke',
)

/** These functions load what they name, as a string or through another function. */
export const loadingFunctions = words(`
  -moz-element -webkit-canvas -webkit-cross-fade -webkit-image-set cross-fade element expression image image-set paint src
  url-prefix`)

export const loadingAtRules = words('document import namespace')

export const keptAtRules = words('-webkit-keyframes container keyframes layer media property supports')

export const keptFunctions = words(`
  abs acos asin atan atan2 blur brightness calc circle clamp color color-mix conic-gradient contrast cos counter
  cubic-bezier drop-shadow ellipse env exp grayscale hsl hsla hue-rotate hwb hypot inset invert lab lch light-dark linear
  linear-gradient log matrix matrix3d max min mod oklab oklch opacity path perspective polygon pow radial-gradient ray rect
  rem repeating-conic-gradient repeating-linear-gradient repeating-radial-gradient rgb rgba rotate rotate3d rotatex rotatey
  rotatez round saturate scale scale3d scalex scaley scalez sepia shape sign sin skew skewx skewy sqrt steps tan translate
  translate3d translatex translatey translatez url var xywh`)
