/** Three dots while an answer or a message is being written. They don't move where reduced motion is preferred. */
export function Thinking({ label }: { readonly label: string }) {
  return (
    <div class="thinking" role="img" aria-label={label}>
      <i />
      <i />
      <i />
    </div>
  );
}
