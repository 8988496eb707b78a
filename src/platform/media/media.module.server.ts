import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { images } from './images.ts'
import { imageJobs, implementImages, serveImages } from './images.server.ts'

export const mediaServerModule = defineServerModule({
  name: 'media',
  permissions: {
    images: { label: 'Images', area: 'content' },
  },
  resources: [{ resource: images, serveWith: serveImages }],
  endpoints: ({ settings, servers }) => implementImages(settings, servers),
  jobs: ({ settings }) => imageJobs(settings),
})
