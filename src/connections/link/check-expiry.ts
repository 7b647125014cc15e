import type { Link } from '../links/rules.ts'
import { deny } from '../rules.ts'

export const isOver = ({ expires_at }: Link, now: number) => now >= expires_at

export function checkExpiry(link: Link, now: number) {
  if (isOver(link, now))
    deny('invalid_request', 'This form had expired after ten minutes. Here it is again: look it over, then send it.')
}
