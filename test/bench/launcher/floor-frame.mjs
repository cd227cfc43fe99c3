/** The least that a chat's frame can be: a textbox that shows what is typed. */
import { h, render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

function Hello() {
  const [text, setText] = useState('');
  const field = useRef(null);
  useEffect(() => {
    const focus = () => field.current.focus();
    focus();
    addEventListener('focus', focus);
  }, []);
  return h('textarea', { ref: field, value: text, onInput: (event) => setText(event.currentTarget.value) });
}

render(h(Hello), document.body);
