/** Recognizes credentials in a text by their form, with the rules of secretlint and with forms that it lacks. */
import { loadPackage } from '../../program/late-packages.ts'

/** The parts of a rule of secretlint that are used here. */
type Rule = { meta: { id: string }; create(context: object, options: object): { file?(source: object): unknown } }

/** The rules are loaded with the first text and not at the start, because loading takes 45 ms. */
function loadRules(): Rule[] {
  const preset = loadPackage('@secretlint/secretlint-rule-preset-recommend')
  return preset.rules.filter(({ meta }: Rule) => !unwanted.test(meta.id))
}

/**
 * Rules that are not used. With the first one, a comment in the text could switch the others off. For private keys
 * there is another check, which needs less of their text.
 */
const unwanted = /-(?:filter-comments|privatekey)$/

/** What secretlint recognizes, in the words of the page for authors. A test compares this list with the rules. */
export const knownByRules: Readonly<Record<string, string>> = {
  '1password': '1Password',
  anthropic: 'Anthropic',
  aws: 'AWS secret keys',
  basicauth: 'addresses with a password',
  cloudflare: 'Cloudflare',
  'database-connection-string': 'database addresses with a password',
  databricks: 'Databricks',
  docker: 'Docker',
  figma: 'Figma',
  gcp: 'Google Cloud key files',
  github: 'GitHub',
  gitlab: 'GitLab',
  grafana: 'Grafana',
  groq: 'Groq',
  'hashicorp-vault': 'HashiCorp Vault',
  huggingface: 'Hugging Face',
  linear: 'Linear',
  notion: 'Notion',
  npm: 'npm',
  openai: 'OpenAI',
  sendgrid: 'SendGrid',
  shopify: 'Shopify',
  slack: 'Slack tokens and webhooks',
  stripe: 'Stripe',
  tailscale: 'Tailscale',
  vercel: 'Vercel',
}

/**
 * Each form is so long that no prose matches it by chance, and bounded, so that no text takes long to search. The first
 * part of a JSON Web Token ends where another could begin, so that each letter is read once and not 500 times.
 */
export const furtherForms: Readonly<Record<string, RegExp>> = {
  'JSON Web Tokens': /\beyJ(?:(?!-eyJ)[\w-]){10,500}\.eyJ[\w-]{10,4000}\.[\w-]{20}/,
  '`Authorization` headers':
    /\bauthorization["']?\s{0,9}[:=]\s{0,9}["']?(?:bearer|basic|token)\s{1,9}(?=[\w.~+/-]{0,99}[1-9])[\w.~+/-]{16}/i,
  'Redis addresses with a password': /\brediss?:\/\/\w{0,40}:[^\s:@/]{6,200}@[\w.-]{1,99}/i,
  'AWS access keys': /\b(?:AKIA|ASIA)(?!\w{0,16}EXAMPLE)[0-9A-Z]{16}\b/,
  Azure: /\b(?:AccountKey|SharedAccessKey)=[\w+/]{43,86}=|[?&]sig=[\w%+/-]{43,}|\b[\w.~-]{3}\dQ~[\w.~-]{31,34}/,
  'Vault root tokens': /\bhvs\.(?=[A-Za-z]{0,23}\d)[A-Za-z0-9]{24}\b/,
  // A capital, a small letter, a digit, and nine capitals and digits together: 97 % of such tokens have them. Names in
  // programs have fewer capitals and digits, and hashes have letters of one case.
  'Vault tokens before 1.10':
    /\bs\.(?=[a-z\d]{0,23}[A-Z])(?=[A-Z\d]{0,23}[a-z])(?=[A-Za-z]{0,23}\d)(?=(?:[a-z]{0,15}[A-Z\d]){9})[A-Za-z\d]{24}\b/,
  'Discord webhooks': /\bdiscord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,}/i,
  'Telegram bots': /\b\d{8,10}:AA[\w-]{33}(?![\w-])/,
  SendGrid: /\bSG\.[\w-]{22}\.[\w-]{43}(?![\w-])/, // the rule misses keys with hyphens
  PyPI: /\bpypi-AgE[\w-]{50,}/,
  RubyGems: /\brubygems_[0-9a-f]{48}\b/,
  'Google keys': /\bAIza[\w-]{35}(?![\w-])|\bya29\.[\w-]{40,}|\bGOCSPX-[\w-]{28}(?![\w-])/,
  'keys that begin with `sk-`': /\bsk-(?=[\w-]{0,60}\d)[\w-]{32}/,
  'xAI, Perplexity and Replicate': /\bxai-\w{60,}|\bpplx-\w{40,}|\br8_\w{37}\b/,
  DigitalOcean: /\bdo[opr]_v1_[0-9a-f]{64}\b/,
  Doppler: /\bdp\.(?:pt|st|ct|sa|scim|audit)\.\w{40,}/,
  Mailgun: /\bkey-[0-9a-f]{32}\b/,
  Twilio: /\bSK[0-9a-f]{32}\b/,
  Sentry: /\bsntry[su]_[\w+/=]{40,}/,
  Postman: /\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}\b/,
  'New Relic': /\bNRAK-[A-Z0-9]{27}\b/,
  Square: /\bsq0(?:atp|csp)-[\w-]{22,}/,
  Supabase: /\bsbp_[0-9a-f]{40}\b|\bsb_secret_[\w-]{20,}/,
  Terraform: /\b\w{14}\.atlasv1\.[\w-]{60,}/,
  age: /\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b/,
}

/** Placeholders that articles use instead of a password. */
const placeholder =
  /^\w[\w+.-]*:\/\/(?:[^:@/]*:(?:[a-z_]*pass[a-z_]*\d{0,3}|pwd?|secret|token|x+|\*+|\.{3}|…|changeme|example|<.*>|\[.*\]|\{.*\}|\$\w+|\$\{.*\}|%\w+%)@|(?:([^:@/]+):\1@)|[^@]*@(?:localhost|127\.0\.0\.1|\[::1\]|(?:[\w-]+\.)*(?:example(?:\.\w+)?|test|invalid|local|localhost))(?:[:/?#]|$))/i

/** True if a rule found a credential that is not a placeholder. */
export function holdsForeignCredential(text: string): boolean {
  if (Object.values(furtherForms).some((form) => isReal(text.match(form)?.[0]))) return true
  let found = false
  const context = {
    sharedOptions: {},
    createTranslator: () => (messageId: string) => ({ message: messageId, messageId }),
    ignore: () => {},
    report: ({ range }: { range: readonly [number, number] }) => {
      found ||= isReal(text.slice(...range))
    },
  }
  const source = { content: text, filePath: 'article.txt', ext: '.txt', contentType: 'text' }
  for (const rule of loadRules()) rule.create(context, {}).file?.(source)
  return found
}

const isReal = (match: string | undefined) => match !== undefined && !placeholder.test(match)
