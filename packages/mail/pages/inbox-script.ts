/** Script of the inbox page. It replaces the list after each change and announces new emails. */
export const INBOX_SCRIPT = `
const list = document.querySelector('#messages')
const status = document.querySelector('#status')
const readIds = (root) => [...root.querySelectorAll('[data-id]')].map((row) => Number(row.dataset.id))

let pending = Promise.resolve()
async function refresh() {
  const response = await fetch(location.href)
  // The open email was deleted.
  if (response.status === 404) return location.assign('/')
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const newList = page.querySelector('#messages')
  const newestId = Math.max(0, ...readIds(list))
  const focusedLink = list.contains(document.activeElement) ? document.activeElement.getAttribute('href') : undefined
  list.replaceChildren(...newList.childNodes)
  document.querySelector('#count').textContent = page.querySelector('#count').textContent
  document.querySelector('#delete').hidden = page.querySelector('#delete').hidden
  if (focusedLink) list.querySelector('a[href="' + CSS.escape(focusedLink) + '"]')?.focus()
  const newCount = readIds(list).filter((id) => id > newestId).length
  if (newCount === 0) return
  const subject = list.querySelector('[data-id] strong').textContent
  status.textContent = newCount === 1 ? 'New email: ' + subject : newCount + ' new emails'
}

const events = new EventSource('/events')
let wasOpen = false
const scheduleRefresh = () => (pending = pending.then(refresh, refresh))
events.addEventListener('change', scheduleRefresh)
// After a restart of the server, the page may have missed emails.
events.addEventListener('open', () => {
  if (wasOpen) scheduleRefresh()
  wasOpen = true
})
`
