import type { SupplierServer } from './importing/supplier-server.server.ts'
import { globickServer } from './globick/globick.server.ts'
import { tiqetsServer } from './tiqets/tiqets.server.ts'
import { tourcmsServer } from './tourcms/tourcms.server.ts'
import { viatorServer } from './viator/viator.server.ts'

/** A line a supplier. */
export const supplierServers: readonly SupplierServer[] = [viatorServer, tiqetsServer, globickServer, tourcmsServer]
