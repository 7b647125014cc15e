/** What is looked for in a page; each is an expression that runs in it. */

/** Markup that could act, in the page and in its frames. */
export const findActors = `(() => {
  const found = []
  const own = (url) => /^http:\\/\\/(bare\\.)?board\\.test\\//.test(url)
  const audit = (document, isDrawing) => {
    for (const element of document.querySelectorAll('*')) {
      const name = element.localName
      const isScript = name === 'script' && element.type !== 'application/ld+json'
      if (isScript && (isDrawing || !own(element.src))) found.push('a script')
      if (isDrawing && element.namespaceURI !== 'http://www.w3.org/2000/svg') found.push('an element ' + name + ' in a drawing')
      if (/^(object|embed|base|applet|portal|fencedframe|frameset)$/.test(name)) found.push('an element ' + name)
      if (name === 'meta' && element.httpEquiv) found.push('a meta element for ' + element.httpEquiv)
      for (const { localName, value } of element.attributes) {
        if (/^on/i.test(localName)) found.push('an attribute ' + localName)
        if (/^(href|src|action|formaction|data|to|from|by|values)$/i.test(localName) && /^[\\s\\0-\\x20]*(javascript|vbscript|data:text)/i.test(value))
          found.push('an attribute ' + localName + ' with ' + value.slice(0, 40))
      }
    }
  }
  audit(document, document.documentElement.localName === 'svg')
  for (const frame of document.querySelectorAll('iframe')) {
    if (frame.contentDocument) audit(frame.contentDocument, true)
    else found.push('a frame that left')
  }
  return found
})()`

/** Waits for every picture, and names those that did not load. A drawing without a size loads, and shows as much as it is. */
export const findMissingPictures = `Promise.all([...document.images].filter((image) => image.checkVisibility()).map(async (image) => {
  image.loading = 'eager'
  if (!image.complete) await new Promise((resolve) => Object.assign(image, { onload: resolve, onerror: resolve }))
  if (image.naturalWidth > 0) return []
  const again = new Image()
  again.src = image.currentSrc
  const isThere = await new Promise((resolve) => Object.assign(again, { onload: () => resolve(true), onerror: () => resolve(false) }))
  return isThere ? [] : [image.currentSrc]
})).then((found) => found.flat())`

/** Of each pair of a picture's address and its source: how much of both is painted, and how much differs, out of 1. */
export const comparePictures = (pairs: readonly (readonly [string, string])[]) => `(async (pairs) => {
  const size = 100
  const pixelsOf = async (src) => {
    const image = new Image()
    image.src = src
    try {
      await new Promise((resolve, reject) => Object.assign(image, { onload: resolve, onerror: reject }))
      // One of its own for each: a picture with HTML closes a canvas to all that come after it.
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = size
      const context = canvas.getContext('2d', { willReadFrequently: true })
      context.drawImage(image, 0, 0, size, size)
      return new Uint32Array(context.getImageData(0, 0, size, size).data.buffer)
    } catch {
      return undefined
    }
  }
  const share = (pixels, is) => pixels.reduce((sum, pixel, n) => sum + (is(pixel, n) ? 1 : 0), 0) / pixels.length
  const isFar = (a, b) => [0, 8, 16, 24].some((shift) => Math.abs(((a >>> shift) & 255) - ((b >>> shift) & 255)) > 64)
  const results = []
  for (const [address, source] of pairs) {
    const url = URL.createObjectURL(new Blob([source], { type: 'image/svg+xml' }))
    const [shown, sent] = [await pixelsOf(address), await pixelsOf(url)]
    URL.revokeObjectURL(url)
    results.push({
      shown: shown ? share(shown, Boolean) : null,
      sent: sent ? share(sent, Boolean) : null,
      differs: shown && sent ? share(shown, (pixel, n) => isFar(pixel, sent[n])) : null,
    })
  }
  return results
})(${JSON.stringify(pairs)})`

/** Does to every element what a reader can do. */
export const touchEverything = `(() => {
  const documents = [document, ...[...document.querySelectorAll('iframe')].map((frame) => frame.contentDocument)]
  for (const document of documents)
    for (const element of document?.querySelectorAll('*') ?? [])
      for (const type of ['mouseover', 'mousedown', 'mouseup', 'click', 'focusin', 'keydown', 'accesskey'])
        element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }))
})()`
