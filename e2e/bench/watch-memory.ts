import { readFileSync } from 'node:fs'

/**
 * The most that a process has used since the watch began (its resident set), in MB, and how much
 * more than at first.
 */
export function watchMemory(pid: number): {
  most: () => number
  growth: () => number
  stop: () => void
} {
  const used = () =>
    Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024
  const first = used()
  let most = first
  const timer = setInterval(() => (most = Math.max(most, used())), 100)
  return { most: () => most, growth: () => most - first, stop: () => clearInterval(timer) }
}
