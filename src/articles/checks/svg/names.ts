/** Lists which elements and attributes a drawing may have. A name in no list is dropped. */

export const svgNamespace = 'http://www.w3.org/2000/svg'
export const xhtmlNamespace = 'http://www.w3.org/1999/xhtml'
export const xlinkNamespace = 'http://www.w3.org/1999/xlink'
export const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'

const words = (text: string) => new Set(text.trim().split(/\s+/))

export const animationElements = words('animate animateMotion animateTransform set')

/** Only in these elements does text belong to the picture; elsewhere it is never shown. */
export const textElements = words('a desc style text textPath title tspan')

/** These elements hold text and nothing else. */
export const textOnlyElements = words('desc style title')

export const elements = words(`
  a circle clipPath defs desc ellipse filter g line linearGradient marker mask mpath path pattern polygon polyline
  radialGradient rect stop style svg switch symbol text textPath title tspan use view
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode
  feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
  ${[...animationElements].join(' ')}`)

/** Elements that run or load something, in lower case. HTML readers ignore case, so case is ignored here. */
export const forbiddenElements = words(`
  applet audio base canvas embed font-face-uri foreignobject frame handler iframe image img link listener meta object
  script source track video`)

/** Names that are forbidden in every namespace, even in the namespace of an editor. */
export const alwaysForbiddenElements = words('foreignobject script')

/** The `href` of these elements points at a part of the same drawing. */
export const referringElements = words(`
  a feImage filter linearGradient mpath pattern radialGradient textPath use ${[...animationElements].join(' ')}`)

/** Attributes that hold an address. Only `href` with a fragment is kept. */
export const addressAttributes = words('action formaction href ping poster src srcset')

/** Attributes whose value is CSS. */
export const presentationAttributes = words(`
  alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters
  color-rendering cursor direction display dominant-baseline enable-background fill fill-opacity fill-rule filter
  flood-color flood-opacity font font-family font-feature-settings font-kerning font-size font-size-adjust font-stretch
  font-style font-variant font-variant-ligatures font-variation-settings font-weight glyph-orientation-horizontal
  glyph-orientation-vertical image-rendering isolation kerning letter-spacing lighting-color line-height marker
  marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity overflow paint-order pointer-events
  shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-opacity stroke-width text-align text-anchor text-decoration text-overflow text-rendering
  transform-box transform-origin unicode-bidi vector-effect visibility white-space word-spacing writing-mode`)

/** Attributes whose value is a number, a list, a word or a text, and can neither load nor run anything. */
export const plainAttributes = words(`
  additive amplitude attributeName attributeType azimuth baseFrequency baseProfile begin bias by calcMode class
  clipPathUnits cx cy d diffuseConstant divisor dur dx dy edgeMode elevation end exponent filterUnits fr from fx fy
  gradientTransform gradientUnits height id in in2 intercept k1 k2 k3 k4 kernelMatrix kernelUnitLength keyPoints keySplines
  keyTimes lang lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits max media
  method min mode numOctaves offset operator order orient origin path pathLength patternContentUnits patternTransform
  patternUnits points pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits r radius refX refY
  repeatCount repeatDur requiredExtensions restart result role rotate rx ry scale seed side slope spacing
  specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles surfaceScale systemLanguage
  tableValues targetX targetY textLength to transform type values version viewBox width x x1 x2 xChannelSelector y y1 y2
  yChannelSelector z zoomAndPan`)

/** Families of plain attributes that scripts, screen readers and selectors of style sheets use. */
export const plainAttributeFamilies = /^(?:aria|data)-[a-z0-9_.-]+$/

export const xmlAttributes = words('lang space')
