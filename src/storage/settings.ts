/** Values that are stored once per database and never change. */
import { must } from '../kernel/must.ts'
import { sql, type Tx } from './sql.ts'

export type SettingName = 'secret_fingerprint' | 'first_started_at' | 'demo_filled_at'

export const findSetting = async (tx: Tx, name: SettingName) =>
  (await tx.one<{ value: string }>(sql`SELECT value FROM settings WHERE name = ${name}`))?.value

/** Stores the value unless one is stored already; returns the stored one. */
export async function settleSetting(tx: Tx, name: SettingName, value: string): Promise<string> {
  await tx.run(sql`INSERT INTO settings (name, value) VALUES (${name}, ${value}) ON CONFLICT (name) DO NOTHING`)
  return must(await findSetting(tx, name), `the setting ${name}`)
}
