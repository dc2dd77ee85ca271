// A service for tests: answers 200 on the given port.
import { createServer } from 'node:http'

createServer((_, response) => response.end('well')).listen(Number(process.argv[2]), '127.0.0.1')
