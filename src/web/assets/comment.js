/** Makes the comment form more comfortable: counts characters, keeps a draft, sends without leaving the page. */

const lengthOf = (text) => [...text.replaceAll('\r\n', '\n')].length

/** Over plain http there is no `crypto.randomUUID`. */
function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A browser may forbid storage. Then there is no draft. */
function draftAt(key) {
  const attempt = (work) => {
    try {
      return work(localStorage)
    } catch {
      return null
    }
  }
  return {
    read: () => attempt((storage) => storage.getItem(key)),
    save: (text) => attempt((storage) => (text ? storage.setItem(key, text) : storage.removeItem(key))),
  }
}

async function load(address, options) {
  const response = await fetch(address, options)
  return { response, page: new DOMParser().parseFromString(await response.text(), 'text/html') }
}

/** Shows the result of a comment where the reader sees it, in place of earlier results. */
function show(notice, place) {
  for (const old of document.querySelectorAll('.notice')) old.remove()
  notice.classList.add('notice')
  notice.tabIndex = -1
  place.before(notice)
  notice.scrollIntoView({ block: 'center' })
  notice.focus({ preventScroll: true })
}

/** Makes a box of texts and links. A link is an array of its address and its text. */
function box(kind, ...parts) {
  const notice = document.createElement('div')
  notice.className = kind
  notice.setAttribute('role', kind === 'done' ? 'status' : 'alert')
  const text = document.createElement('p')
  for (const part of parts) {
    const link =
      Array.isArray(part) && Object.assign(document.createElement('a'), { href: part[0], textContent: part[1] })
    text.append(link || part, ' ')
  }
  notice.append(text)
  return notice
}

/** Replaces the discussion and the form by those of the server. The address no longer asks for a reply. */
async function refresh() {
  const address = new URL(location.href)
  address.searchParams.delete('reply')
  address.hash = ''
  const { response, page } = await load(address)
  for (const part of ['discussion', 'say']) {
    const fresh = page.getElementById(part)
    if (response.ok && fresh) document.getElementById(part)?.replaceWith(document.adoptNode(fresh))
  }
  history.replaceState(null, '', address)
  for (const form of document.querySelectorAll('form.say')) prepare(form)
}

/** Replaces the form by the one that the server sends after a refusal, with what was typed. */
function replace(form, page) {
  const fresh = page.querySelector('form.say')
  if (!fresh) return form
  form.replaceWith(document.adoptNode(fresh))
  prepare(fresh)
  return fresh
}

function showRefusal(form, page) {
  const problem = page.querySelector('.problem')
  const told =
    problem ??
    box('problem', 'The site cannot answer at the moment. What you wrote is still here: try again in a minute.')
  show(document.adoptNode(told), replace(form, page))
}

/** `page` is the receipt. It has a form if the comment was not accepted and can be changed. */
async function showReceipt(form, page, address) {
  if (!document.getElementById('discussion')) return location.assign(address)
  const wasRefused = page.querySelector('form.say') !== null
  const title = document.createElement('strong')
  title.textContent = `${page.querySelector('h1').textContent}.`
  const told = page.querySelector('.outcome').textContent
  const notice = box(wasRefused ? 'problem' : 'done', title, told, ['/humanfeed/comments', 'Your comments'])
  if (wasRefused) return show(notice, replace(form, page))
  await refresh()
  const id = new URL(address).pathname.split('/').at(-1)
  const place = document.getElementById(`comment-${id}`) ?? document.querySelector('#say > :first-child')
  show(notice, place)
}

function prepare(form) {
  const { text, parent_comment_id: parent, request_id: requestId } = form.elements
  const button = form.querySelector('button')
  const counter = form.querySelector('output')
  const max = Number(form.dataset.max)
  const draft = draftAt(`comment ${form.action} ${parent?.value ?? ''}`)

  const count = () => {
    const length = lengthOf(text.value)
    counter.textContent = length === 0 ? '' : `${length.toLocaleString('en')} of ${max.toLocaleString('en')}`
    text.setCustomValidity(length > max ? `This is ${(length - max).toLocaleString('en')} characters too long.` : '')
  }

  if (!text.value) text.value = draft.read() ?? ''
  count()
  text.addEventListener('input', () => {
    requestId.value = freshId() // another text is another comment
    draft.save(text.value)
    count()
  })

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const label = button.textContent
    button.disabled = true
    button.textContent = 'Sending …'
    try {
      const { response, page } = await load(form.action, {
        method: 'POST',
        body: new URLSearchParams(new FormData(form)),
      })
      if (response.ok) {
        if (!page.querySelector('form.say')) draft.save('')
        await showReceipt(form, page, response.url)
      } else showRefusal(form, page)
    } catch {
      show(box('problem', 'The answer did not arrive. Send it again: it will not be published twice.'), form)
    }
    button.disabled = false
    button.textContent = label
  })
}

for (const form of document.querySelectorAll('form.say')) prepare(form)
