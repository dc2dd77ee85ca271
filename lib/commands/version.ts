import { version } from '#lib/core/version.ts'
import { say } from './shell.ts'

// `bin/console --version` of a release.
say(`Billing operations console ${version}`)
