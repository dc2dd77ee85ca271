import 'server-only'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { processState } from './process-state.ts'
import { metricsToken } from './settings.ts'

type Metrics = {
  registry: Registry
  actions: Histogram<'action' | 'outcome'>
  partnerCalls: Histogram<'operation' | 'outcome'>
  signInRefusals: Counter<'outcome'>
  /** How the installation stands; each reading sets what it knows anew and leaves out the rest. */
  gauges: {
    databaseUp: Gauge
    connections: Gauge<'state'>
    partnerUp: Gauge
    openJobs: Gauge<'kind' | 'state'>
    oldestJob: Gauge
    queueAge: Gauge
    drafts: Gauge
  }
}

const state = processState<{ metrics: Metrics }>()

// Seconds. A page feels at once below 0.1; a call of the partner ends at 30.
const buckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/**
 * This process's metrics for Prometheus; undefined without METRICS_TOKEN, and then nothing is
 * counted. Labels are names of acts, operations and failures, never a person, a patient or an
 * address.
 */
export function metrics(): Metrics | undefined {
  if (metricsToken() === undefined) return undefined
  state.metrics ??= open()
  return state.metrics
}

function open(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    actions: new Histogram({
      name: 'console_action_seconds',
      help: 'Requests of people’s pages, by act and outcome.',
      labelNames: ['action', 'outcome'],
      buckets,
      registers,
    }),
    partnerCalls: new Histogram({
      name: 'console_partner_call_seconds',
      help: 'Requests to the partner, by operation and outcome; each try counts.',
      labelNames: ['operation', 'outcome'],
      buckets,
      registers,
    }),
    signInRefusals: new Counter({
      name: 'console_sign_in_refusals_total',
      help: 'Sign-ins that were refused, by reason.',
      labelNames: ['outcome'],
      registers,
    }),
    gauges: {
      databaseUp: gauge('console_database_up', 'Whether the database answers.'),
      connections: gauge('console_database_connections', 'This process’s connections.', ['state']),
      partnerUp: gauge(
        'console_partner_up',
        'Whether the partner answers, as this process’s latest calls tell; absent before the first.',
      ),
      openJobs: gauge('console_jobs_open', 'Jobs that are not ended.', ['kind', 'state']),
      oldestJob: gauge(
        'console_jobs_oldest_wait_seconds',
        'Since the oldest job was asked that waits for a worker or for the partner. A job that a person or the hourly limit holds does not count.',
      ),
      queueAge: gauge(
        'console_queue_age_seconds',
        'Since the work queue was read last; absent before the first reading.',
      ),
      drafts: gauge('console_drafts', 'Unsaved edits that are kept.'),
    },
  }

  function gauge<Label extends string>(name: string, help: string, labelNames: Label[] = []) {
    return new Gauge({ name, help, labelNames, registers })
  }
}
