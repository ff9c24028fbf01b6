import { defineEnableDraftMode } from 'next-sanity/draft-mode'
import { getPreviewClient } from '@/sanity/lake/client.ts'

/** Enables draft mode after checking the one-time secret that the Studio stored in the Content Lake. */
export const GET = (request: Request) => defineEnableDraftMode({ client: getPreviewClient() }).GET(request)
