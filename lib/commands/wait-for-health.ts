import type { Service } from './service.ts'

/**
 * Settles once `url` answers 200. Fails with a message for a person when the service ends first or `seconds` pass.
 */
export async function waitForHealth(service: Service, url: string, seconds: number): Promise<void> {
  const gone = service.ended.then((why) => {
    throw new Error(why)
  })
  const deadline = Date.now() + seconds * 1000
  while (Date.now() < deadline) {
    if (await Promise.race([answersWell(url), gone])) return
    await Promise.race([new Promise((resolve) => setTimeout(resolve, 100)), gone])
  }
  throw new Error(`${service.name} did not answer ${url} within ${seconds} seconds.`)
}

async function answersWell(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5000) })).status === 200
  } catch {
    return false
  }
}
