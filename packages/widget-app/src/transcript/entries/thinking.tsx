/** Three dots: an answer is on its way. They don't move where reduced motion is preferred. */
export function Thinking({ label }: { readonly label: string }) {
  return (
    <div class="thinking" role="img" aria-label={label}>
      <i />
      <i />
      <i />
    </div>
  );
}
