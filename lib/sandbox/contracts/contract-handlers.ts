import type { Handlers } from '#lib/sandbox/http/handler.ts'
import { addContractProviders, removeContractProviders } from './change-contract-providers.ts'
import { createContractServiceFacility, updateContractServiceFacility } from './contract-facilities.ts'
import { createContractV2, createContractV3 } from './create-contract.ts'
import { listContractProviderCredentialing } from './list-contract-provider-credentialing.ts'
import { listContractProviders } from './list-contract-providers.ts'
import { listContractsV2, listContractsV3 } from './list-contracts.ts'
import { deleteContractV2, deleteContractV3, getContractV2, getContractV3 } from './read-and-delete-contract.ts'
import { updateContractV2, updateContractV3 } from './update-contract.ts'

/** The operations of contracts and their members. */
export const contractHandlers = {
  getContractV2,
  deleteContractV2,
  updateContractV2,
  listContractsV2,
  createContractV2,
  getContractV3,
  deleteContractV3,
  updateContractV3,
  listContractsV3,
  createContractV3,
  listContractProviders,
  addContractProviders,
  removeContractProviders,
  listContractProviderCredentialing,
  createContractServiceFacility,
  updateContractServiceFacility,
} satisfies Handlers
