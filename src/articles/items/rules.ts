/** Marks text of website guests for agents, so that it cannot be mistaken for anything but a stranger's words. */

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

export const humanTagged = (text: string) => `<human>${text.replace(/[&<>]/g, (sign) => escapes[sign] ?? '')}</human>`
