/** Shows times in the reader's own zone. Without script they stay in UTC, as the server wrote them. */
{
  const format = (options) => new Intl.DateTimeFormat('en-GB', options)
  const date = format({ day: 'numeric', month: 'long', year: 'numeric' })
  const time = format({ hour: '2-digit', minute: '2-digit', hour12: false })
  const zoned = format({ timeZoneName: 'short' })
  const zoneAt = (when) => zoned.formatToParts(when).find(({ type }) => type === 'timeZoneName').value

  const localize = (element) => {
    const written = element.textContent
    const when = new Date(element.dateTime)
    if (element.title || Number.isNaN(when.getTime())) return
    const local = written.endsWith('UTC')
      ? `${date.format(when)}, ${time.format(when)} ${zoneAt(when)}`
      : date.format(when)
    if (local === written) return
    element.title = written.endsWith('UTC') ? written : `${written} (UTC)`
    element.textContent = local
  }
  const localizeAll = () => {
    for (const element of document.querySelectorAll('time[datetime]')) localize(element)
  }
  localizeAll()
  // Sending a comment replaces the discussion, so its times are in UTC again.
  new MutationObserver(localizeAll).observe(document.body, { childList: true, subtree: true })
}
