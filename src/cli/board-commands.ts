import type { Command } from 'commander'
import type { BackupOptions } from './backup.ts'
import { addCommand, type EnvironmentOf } from './command.ts'
import type { PrintOptions } from './print.ts'
import type { RestoreOptions } from './restore.ts'

/** Commands that look at the whole board, and commands that copy it. */
export function addBoardCommands(program: Command, envOf: EnvironmentOf) {
  addCommand(program, {
    usage: 'stats',
    summary: 'how much is on the board, what happened today, and how near its capacities are',
    examples: ['stats', 'stats --json'],
    json: true,
  }).action(async (options: PrintOptions) => (await import('./stats.ts')).stats(envOf(options), options))

  addCommand(program, {
    usage: 'check',
    summary: 'recount every stored figure against the rows; exit code 1 if one differs',
    examples: ['check', 'check --json'],
    json: true,
  }).action(async (options: PrintOptions) => (await import('./check.ts')).check(envOf(options), options))

  addCommand(program, {
    usage: 'backup [file]',
    argument: 'the file to write; it must not exist yet',
    summary: 'write everything into one new file, while the service goes on',
    examples: ['backup /var/backups/board-2027-01-15.backup', 'backup --made-elsewhere'],
    json: true,
  })
    .option('--made-elsewhere', 'write no file: only note, for the metrics, that a backup was made by other means')
    .action(async (file: string | undefined, options: BackupOptions, command: Command) => {
      if ((file === undefined) !== (options.madeElsewhere ?? false))
        command.error('error: name the file to write, or say --made-elsewhere')
      const { backup, noteBackup } = await import('./backup.ts')
      await (file === undefined ? noteBackup(envOf(options), options) : backup(envOf(options), file, options))
    })

  addCommand(program, {
    usage: 'export <file>',
    argument: 'the file to write; it must not exist yet',
    summary: 'write everything that is public into one file of JSON lines, for a mirror or for research',
    examples: ['export board.jsonl', 'export board.jsonl --json'],
    json: true,
  }).action(async (file: string, options: PrintOptions) =>
    (await import('./export.ts')).exportBoard(envOf(options), file, options),
  )

  addCommand(program, {
    usage: 'restore <source>',
    argument: 'a backup file, or the address of a database: file:PATH or postgres://…',
    summary: 'fill an empty database from a backup file, or from another database of either kind',
    examples: [
      'restore board.backup --database-url file:./data/new.db',
      'restore file:./data/board.db --database-url postgres://board@db.example/board',
      'restore board.backup --verify-only',
    ],
    json: true,
  })
    .option('--verify-only', 'read the file to its end, compare its checksum, and change nothing')
    .action(async (source: string, options: RestoreOptions) =>
      (await import('./restore.ts')).restore(envOf(options), source, options),
    )
}
