import { defineEnableDraftMode } from 'next-sanity/draft-mode'
import { previewClient } from '@/sanity/client.ts'

/** Checks the one-time secret that the Studio has put into the Content Lake, then shows drafts to this browser. */
export const GET = (request: Request) => defineEnableDraftMode({ client: previewClient() }).GET(request)
