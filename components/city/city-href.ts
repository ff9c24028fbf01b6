/** Address of a city's page; undefined while a draft has no slug. */
export const cityHref = (slug: string | null) => (slug ? `/hvac-ai-sdr/${slug}` : undefined)

/** Name of a city's page in menus. */
export const cityLinkName = (name: string | null) => `AI-SDR in ${name ?? '…'}`
