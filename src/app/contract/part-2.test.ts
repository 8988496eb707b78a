import { describeResources } from '../testing/resource-contract.server.ts'

describeResources(1)
