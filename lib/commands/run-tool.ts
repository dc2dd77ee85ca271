import { inRoot } from './root.ts'
import { runCommand } from './run-command.ts'

/** Runs a tool of node_modules/.bin at the terminal and gives its exit status. */
export function runTool(tool: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return runCommand(inRoot('node_modules/.bin', tool), args, { NEXT_TELEMETRY_DISABLED: '1', ...env })
}
