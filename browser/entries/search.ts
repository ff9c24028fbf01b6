import { startNearPages } from '../near-pages.ts'
import { indexLoader } from '../search-index.ts'
import { startSearch } from '../search.ts'

/* Loaded on first interaction with the search, and immediately on a 404 page. */
const load = indexLoader()
startSearch(load)
void startNearPages(load)
