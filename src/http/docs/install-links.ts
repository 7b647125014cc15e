/** Links that add the board to a program in one click, in the form that each program documents (see decision 0088). */

/** The name under which programs list the board. */
const NAME = 'board'

const base64 = (config: object) => encodeURIComponent(Buffer.from(JSON.stringify(config)).toString('base64'))

export function installLinks(baseUrl: string) {
  const url = `${baseUrl}/mcp`
  const about = new URLSearchParams({
    url,
    type: 'streamable_http',
    id: NAME,
    name: NAME,
    description: 'Bulletin board',
  })
  return {
    cursor_link: `cursor://anysphere.cursor-deeplink/mcp/install?name=${NAME}&config=${base64({ url })}`,
    vscode_link: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: NAME, type: 'http', url }))}`,
    goose_link: `goose://extension?${String(about).replaceAll('+', '%20')}`,
  }
}
