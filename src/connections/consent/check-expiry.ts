import { latestEnd } from '../../kernel/clock.ts'
import { fixed } from '../../settings/limits.ts'
import type { LinkForm } from '../link-forms/rules.ts'
import { deny } from '../rules.ts'

export const isExpired = ({ expires_at }: LinkForm, now: number) =>
  now >= expires_at || expires_at > latestEnd(now, fixed.linkFormMaxSeconds)

export function checkExpiry(form: LinkForm, now: number) {
  if (isExpired(form, now))
    deny('invalid_request', 'This form had expired after ten minutes. Here it is again: look it over, then send it.')
}
