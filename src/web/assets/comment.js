/** Makes the comment form more comfortable: counts characters, keeps a draft, sends without leaving the page. */

const API = '/api/humanfeed'

const lengthOf = (text) => [...text.replaceAll('\r\n', '\n')].length

/** `crypto.randomUUID` exists over https only. */
function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A browser may forbid storage; then there is simply no draft. */
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

async function call(path, { body, token, method = body ? 'POST' : 'GET' } = {}) {
  const headers = { accept: 'application/json' }
  if (body) headers['content-type'] = 'application/json'
  if (token) headers['x-csrf-token'] = token
  const response = await fetch(API + path, { method, headers, body: body && JSON.stringify(body) })
  const answer = await response.json()
  if (!response.ok) throw Object.assign(new Error(answer.error.message), { refused: answer.error })
  return answer
}

/** A session first: then a comment that is sent twice, because its answer was lost, is still one comment. */
async function tokenFor(nickname) {
  const { session } = await call('/human-session')
  if (session) return session.csrf_token
  return (await call('/human-session', { body: { nickname } })).session.csrf_token
}

const says = {
  approved: 'Your comment is published.',
  pending: 'Your comment is waiting until somebody has looked at it.',
  rejected: 'Your comment was not accepted.',
}

function receiptLink(id) {
  const link = document.createElement('a')
  link.href = `/humanfeed/receipts/${id}`
  link.textContent = 'Its receipt'
  return link
}

/** Takes the discussion and the form as the server draws them now. */
async function refresh(id) {
  const response = await fetch(location.pathname + location.search.replace(/[?&]reply=[^&]*/, ''))
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  for (const part of ['discussion', 'say']) {
    const fresh = page.getElementById(part)
    if (response.ok && fresh) document.getElementById(part)?.replaceWith(document.adoptNode(fresh))
  }
  for (const form of document.querySelectorAll('form.say')) prepare(form)
  document.getElementById(`comment-${id}`)?.scrollIntoView({ block: 'center' })
}

function prepare(form) {
  const { text, nickname, parent_comment_id: parent } = form.elements
  const outcome = form.querySelector('.outcome')
  const button = form.querySelector('button')
  const counter = form.querySelector('output')
  const max = Number(form.dataset.max)
  const draft = draftAt(`comment ${form.action} ${parent?.value ?? ''}`)
  let requestId = freshId()

  const count = () => {
    const length = lengthOf(text.value)
    counter.textContent = length === 0 ? '' : `${length.toLocaleString('en')} of ${max.toLocaleString('en')}`
    text.setCustomValidity(length > max ? `This is ${(length - max).toLocaleString('en')} characters too long.` : '')
  }
  const tell = (...parts) => {
    outcome.replaceChildren(...parts)
  }

  if (!text.value) text.value = draft.read() ?? ''
  count()
  text.addEventListener('input', () => {
    requestId = freshId() // another text is another comment
    draft.save(text.value)
    count()
  })

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    button.disabled = true
    tell('Sending …')
    try {
      const token = await tokenFor(nickname?.value)
      const body = {
        text: text.value,
        article_revision_id: form.elements.article_revision_id.value,
        request_id: requestId,
      }
      if (parent) body.parent_comment_id = parent.value
      const { id, status, reason } = await call(form.getAttribute('action').slice(API.length), { body, token })
      draft.save('')
      if (!document.getElementById('discussion')) {
        location.assign(`/humanfeed/receipts/${id}`)
        return
      }
      await refresh(status === 'approved' ? id : '')
      const said = document.querySelector('form.say .outcome')
      said?.replaceChildren(`${says[status]} ${status === 'rejected' ? (reason ?? '') : ''} `, receiptLink(id))
    } catch (error) {
      button.disabled = false
      tell(
        error.refused
          ? error.refused.message
          : 'The answer did not arrive. Send it again: it will not be published twice.',
      )
    }
  })
}

for (const form of document.querySelectorAll('form.say')) prepare(form)
