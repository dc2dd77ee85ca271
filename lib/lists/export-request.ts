import type { PartnerListOperation } from './list-spec.ts'
import type { QueueFilter } from './queue.ts'
import type { UpdatesFilter } from './updates.ts'
import { isPartnerRequest, type PartnerRequest } from './view.ts'

/**
 * A list of the queue as its snapshot has it. Causes are a list of their own; another list has one
 * row an item.
 */
export type QueueExport = { operation: 'readQueue'; filter: QueueFilter }
export type UpdatesExport = { operation: 'readUpdatesQueue'; filter: UpdatesFilter }

/**
 * What belongs to one contract: its providers, of which `search` may find some, or its service
 * facilities.
 */
export type ContractExport =
  | { operation: 'listContractProviders'; id: string; search?: string | undefined }
  | { operation: 'getContractV3'; id: string }

/** What a file is made of. */
export type ExportRequest = PartnerRequest | QueueExport | UpdatesExport | ContractExport

/** The lists that differ in their columns. */
export type ExportListId =
  | PartnerListOperation
  | 'queueCauses'
  | 'queueItems'
  | 'queueUpdates'
  | 'contractProviders'
  | 'contractFacilities'

/** The list that a request asks for. */
export function exportListOf(request: ExportRequest): ExportListId {
  if (isPartnerRequest(request)) return request.operation
  if (request.operation === 'readUpdatesQueue') return 'queueUpdates'
  if (request.operation === 'listContractProviders') return 'contractProviders'
  if (request.operation === 'getContractV3') return 'contractFacilities'
  const { view, cause } = request.filter
  return view === 'causes' && cause === undefined ? 'queueCauses' : 'queueItems'
}
