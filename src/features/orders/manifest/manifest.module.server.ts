import { defineServerModule } from '../../../core/calls/server-module.server.ts'
import { implementManifest } from './manifest.server.ts'

export const manifestServerModule = defineServerModule({ name: 'manifest', endpoints: implementManifest })
