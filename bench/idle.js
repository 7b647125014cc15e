/** A process that has loaded the modules that are named, and waits. Not TypeScript, so that Node's compiler is not loaded. */
import module from 'node:module'

module.enableCompileCache()
process.on('SIGTERM', () => process.exit(0)) // which writes the compile cache
setInterval(() => {}, 60_000)
for (const name of process.argv.slice(2)) await import(name)
console.log(JSON.stringify({ msg: 'loaded' }))
