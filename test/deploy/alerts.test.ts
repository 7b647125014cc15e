/** The alerts as Prometheus itself evaluates them, where promtool is installed. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { stringify } from 'yaml'

const rules = join(import.meta.dirname, '../../deploy/prometheus/alerts.yml')

/** Values of a process on which all is well, one for each five minutes: `1x9` is ten times 1. */
const well = {
  up: '1x900',
  board_database_up: '1x900',
  board_database_writable: '1x900',
  board_disk_free_bytes: '50e9x900',
  board_last_backup_timestamp_seconds: '60x900',
}
type Case = { when: string; minutes: number; values?: Partial<typeof well>; firing: string[] }

const cases: Case[] = [
  { when: 'all is well', minutes: 1_800, firing: [] },
  {
    when: 'a write failed, and then there were only reads',
    minutes: 120,
    values: { board_database_writable: '1 0x900' },
    firing: ['BoardWritesFail'],
  },
  { when: 'a write succeeds again', minutes: 120, values: { board_database_writable: '1 0x9 1x900' }, firing: [] },
  {
    when: 'the disk is full and nobody writes',
    minutes: 60,
    values: { board_disk_free_bytes: '50e6x900' },
    firing: ['BoardDiskFull', 'BoardDiskLow'],
  },
  { when: 'the disk fills up', minutes: 60, values: { board_disk_free_bytes: '900e6x900' }, firing: ['BoardDiskLow'] },
  { when: 'the last backup is two days old', minutes: 2_880, firing: ['BoardBackupOld'] },
  {
    when: 'no backup was made on the first day',
    minutes: 1_500,
    values: { board_last_backup_timestamp_seconds: '0x900' },
    firing: ['BoardBackupMissing'],
  },
]

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

describe('the alerts', { skip: !hasPromtool && 'promtool not installed' }, () => {
  for (const { when, minutes, values, firing } of cases)
    it(`are ${firing.join(', ') || 'silent'} when ${when}`, () => {
      const series = Object.entries({ ...well, ...values }).map(([metric, values]) => ({
        series: `${metric}{job="posting-board",instance="a"}`,
        values,
      }))
      const expected = {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: `${minutes}m`,
        exp_samples: firing.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
      }
      const tests = [{ interval: '5m', input_series: series, promql_expr_test: [expected] }]
      const folder = mkdtempSync(join(tmpdir(), 'board-alerts-'))
      const file = join(folder, 'test.yml')
      writeFileSync(file, stringify({ rule_files: [rules], evaluation_interval: '5m', tests }))

      const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
      rmSync(folder, { recursive: true })

      assert.equal(status, 0, stdout + stderr)
    })
})
