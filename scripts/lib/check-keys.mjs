import { createConsoleRegistry } from '../../src/app/commands/registry.ts'
import { keyFaults } from '../../src/keyboard/key-faults.ts'

// Run with tsx before the build: default shortcuts must not conflict, and must be typable.
const nothing = () => undefined
const { bindings } = createConsoleRegistry(new Proxy({}, { get: () => nothing }))
const faults = keyFaults(bindings)
for (const fault of faults) console.error(`Keys: ${tell(fault)}`)
process.exitCode = faults.length > 0 ? 1 : 0

/** @param {import('../../src/keyboard/key-faults.ts').KeyFault} fault */
function tell({ kind, keys, commands, layout }) {
  const [one, other] = commands
  const sentences = {
    same: `${one} and ${other} are both on ${keys}`,
    prefix: `${one} on ${keys} fires before the longer keys of ${other} can be finished`,
    unreadable: `${one} asks for ${keys}, which nobody can press`,
    untypable: `${one} asks for ${keys}, which cannot be typed on ${layout}`,
    kept: `${one} asks for ${keys}, which the browser keeps for itself`,
  }
  return sentences[kind]
}
