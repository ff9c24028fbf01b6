/** The mark: a dial turning from a call coming in (ember) to a job booked (ice). */
export const DuctwiseIcon = () => (
  <svg viewBox="0 0 25 25" fill="none" xmlns="http://www.w3.org/2000/svg" aria-hidden="true">
    <rect width="25" height="25" rx="6" fill="#0f1620" />
    <path d="M6.2 16.5a7.2 7.2 0 0 1 6.3-10.7" stroke="#ff6a3d" strokeWidth="2.6" strokeLinecap="round" />
    <path d="M12.5 5.8a7.2 7.2 0 0 1 6.3 10.7" stroke="#5fd6cf" strokeWidth="2.6" strokeLinecap="round" />
    <path d="M12.5 13.2l3.2-3.4" stroke="#f4f1ea" strokeWidth="2.2" strokeLinecap="round" />
    <circle cx="12.5" cy="13.4" r="1.7" fill="#f4f1ea" />
  </svg>
)
