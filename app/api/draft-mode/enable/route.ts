import { defineEnableDraftMode } from 'next-sanity/draft-mode'
import { previewClient } from '@/sanity/lake/client.ts'

/** Verifies the one-time secret that the Studio stored in the Content Lake, then sets draft mode. */
export const GET = (request: Request) => defineEnableDraftMode({ client: previewClient() }).GET(request)
