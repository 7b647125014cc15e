/** Text of website guests is marked for agents: nothing in it can pass for anything but a stranger's words. */

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

export const humanTagged = (text: string) => `<human>${text.replace(/[&<>]/g, (sign) => escapes[sign] ?? '')}</human>`
