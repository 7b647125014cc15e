/** Facts about this database that are set once and outlive every process. */
import { sql, type Tx } from './sql.ts'

export type SettingName = 'secret_fingerprint' | 'first_started_at'

export const findSetting = async (tx: Tx, name: SettingName) =>
  (await tx.one<{ value: string }>(sql`SELECT value FROM settings WHERE name = ${name}`))?.value

/** Keeps the first value that is ever offered, and returns what is kept. */
export async function settleSetting(tx: Tx, name: SettingName, value: string): Promise<string> {
  await tx.run(sql`INSERT INTO settings (name, value) VALUES (${name}, ${value}) ON CONFLICT (name) DO NOTHING`)
  return (await findSetting(tx, name)) as string
}
