export type Finding = {
  about: 'settings' | 'secret' | 'database' | 'disk' | 'permissions' | 'clock' | 'proxy'
  /** A problem prevents the service from running well; the operator has to judge a warning. */
  level: 'ok' | 'warning' | 'problem'
  text: string
}

type Say = (text: string) => Finding

/** How one examination reports: `say.problem('…')`. */
export const findingsAbout = (about: Finding['about']): Record<Finding['level'], Say> => ({
  ok: (text) => ({ about, level: 'ok', text }),
  warning: (text) => ({ about, level: 'warning', text }),
  problem: (text) => ({ about, level: 'problem', text }),
})
