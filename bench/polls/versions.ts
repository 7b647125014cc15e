/**
 * What is measured side by side: this checkout, and what `BENCH_VERSIONS` names, separated by spaces. Each is
 * `label=folder`, a checkout with its packages installed, and may go on with settings: `plain=.,CACHE_MB=0`.
 */
export type Version = { label: string; checkout: string | undefined; env: Readonly<Record<string, string>> }

function versionFrom(text: string): Version {
  const [place = '', ...settings] = text.split(',')
  const [label = '', folder = ''] = place.split('=')
  if (!label || !folder) throw new Error(`BENCH_VERSIONS has "${text}", which is not label=folder.`)
  return {
    label,
    checkout: folder === '.' ? undefined : folder,
    env: Object.fromEntries(settings.map((setting) => setting.split(/=(.*)/) as [string, string])),
  }
}

const named = (process.env.BENCH_VERSIONS ?? '').split(' ').filter(Boolean)
export const versions: readonly Version[] = [{ label: 'now', checkout: undefined, env: {} }, ...named.map(versionFrom)]
