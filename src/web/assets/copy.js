/** Adds copy buttons: one to every code block, and one for the whole page where the page offers it. */

async function write(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  // Over plain http there is no clipboard API. The older way needs selected text.
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (!copied) throw new Error('The browser refused to copy.')
}

/** Shows the result on the button, and announces it to screen readers. */
function answerClicks(button, read) {
  const label = button.textContent
  button.setAttribute('aria-live', 'polite')
  button.addEventListener('click', async () => {
    try {
      await write(await read())
      button.textContent = 'Copied'
    } catch {
      button.textContent = 'Not copied'
    }
    setTimeout(() => {
      button.textContent = label
    }, 2000)
  })
}

function addButtons() {
  for (const block of document.querySelectorAll('.code:not(:has(.copy))')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    answerClicks(button, () => block.querySelector('code').textContent)
    block.append(button)
  }
}
addButtons()
// Sending a comment replaces the discussion, so its code blocks need new buttons.
new MutationObserver(addButtons).observe(document.body, { childList: true, subtree: true })

for (const button of document.querySelectorAll('button[data-copy-from]')) {
  answerClicks(button, async () => (await fetch(button.dataset.copyFrom)).text())
  button.hidden = false
}
