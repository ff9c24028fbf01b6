/** The bar that says drafts are shown, and leaves in one click to the same page. */
export function PreviewBar() {
  return (
    <form className="preview-bar" method="post" action="/api/draft-mode/disable">
      <span>
        <b>Preview.</b> Unpublished changes are shown.
      </span>
      <button type="submit">Leave preview</button>
    </form>
  )
}
