/** Which metrics and labels a PromQL query names. It knows the part of the language that our files use. */

export type Selector = { metric: string; matchers: { label: string; operator: string; value: string }[] }
export type Query = { selectors: Selector[]; labels: string[] }

const words = new Set(['and', 'or', 'unless', 'bool', 'offset', 'by', 'without', 'on', 'ignoring', 'group_left'])
const labelLists = /\b(?:by|without|on|ignoring|group_left)\s*\(([^)]*)\)/g
const selector = /([a-zA-Z_:][\w:]*)\s*(?:\{([^}]*)\})?\s*(\()?/g
const matcher = /(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g

const listed = (text: string) => text.split(',').map((name) => name.trim())

export function readQuery(text: string): Query {
  const labels = [...text.matchAll(labelLists)].flatMap(([, names]) => listed(names as string))
  // Durations such as [5m] and numbers such as 1e3 are no names.
  const rest = text
    .replace(labelLists, ' ')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\b\d[\w.]*/g, ' ')
  const selectors = [...rest.matchAll(selector)]
    .filter(([, name, , isFunction]) => !isFunction && !words.has(name as string))
    .map(([, metric, inside]) => ({
      metric: metric as string,
      matchers: [...(inside ?? '').matchAll(matcher)].map(([, label, operator, value]) => ({
        label: label as string,
        operator: operator as string,
        value: value as string,
      })),
    }))
  return { selectors, labels }
}
