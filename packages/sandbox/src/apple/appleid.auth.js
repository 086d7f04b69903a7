// The client's page calls AppleID.auth.init(config), then AppleID.auth.signIn().
(() => {
  const authorizeUrl = new URL('./auth/authorize', document.currentScript.src);
  let config = null;
  let isBusy = false;

  function check(given) {
    for (const name of ['clientId', 'redirectURI']) {
      if (typeof given[name] !== 'string' || given[name] === '') throw new Error(`The "${name}" should be a string.`);
    }
    for (const name of ['scope', 'state', 'nonce']) {
      if (given[name] !== undefined && typeof given[name] !== 'string') {
        throw new Error(`The "${name}" should be a string.`);
      }
    }
    return given;
  }

  function addressOf({ clientId, redirectURI, scope, state, nonce, usePopup }) {
    const url = new URL(authorizeUrl);
    const asked = {
      client_id: clientId,
      redirect_uri: redirectURI,
      response_type: 'code id_token',
      state,
      scope,
      nonce,
      response_mode: usePopup ? 'web_message' : 'form_post',
    };
    for (const [name, value] of Object.entries(asked)) if (value !== undefined) url.searchParams.set(name, value);
    return url.href;
  }

  function announce(name, detail) {
    document.dispatchEvent(new CustomEvent(name, { detail }));
  }

  function fail(error) {
    announce('AppleIDSignInOnFailure', { error });
    return Promise.reject({ error });
  }

  /** Opens the popup. Resolves with its answer or rejects with `popup_closed_by_user`. */
  function ask(settings) {
    const popup = window.open(addressOf(settings), 'AppleAuthentication', 'popup,width=700,height=700');
    if (!popup) return fail('popup_blocked_by_browser');
    isBusy = true;
    return new Promise((resolve, reject) => {
      const watch = setInterval(() => popup.closed && setTimeout(end, 100, { error: 'popup_closed_by_user' }), 300);
      let isOver = false;
      function end(data) {
        if (isOver) return;
        isOver = true;
        isBusy = false;
        clearInterval(watch);
        window.removeEventListener('message', hear);
        if (data.error) {
          announce('AppleIDSignInOnFailure', { error: data.error });
          reject({ error: data.error });
        } else {
          announce('AppleIDSignInOnSuccess', data);
          resolve(data);
        }
      }
      function hear(event) {
        if (event.origin !== authorizeUrl.origin || event.source !== popup || typeof event.data !== 'string') return;
        const message = JSON.parse(event.data);
        if (message.method === 'oauthDone') end(message.data);
      }
      window.addEventListener('message', hear);
    });
  }

  function signIn(changes = {}) {
    if (!config) return Promise.reject(new Error('The "init" function must be called first.'));
    const settings = check({ ...config, ...changes });
    if (isBusy) return fail('user_trigger_new_signin_flow');
    if (settings.usePopup) return ask(settings);
    window.location.assign(addressOf(settings));
    return Promise.resolve();
  }

  function renderButton() {
    const place = document.getElementById('appleid-signin');
    if (!place) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Sign in with Apple';
    button.addEventListener('click', () => void signIn().catch(() => {}));
    place.replaceChildren(button);
  }

  window.AppleID = {
    auth: {
      init(given) {
        config = check({ ...given });
        renderButton();
      },
      signIn,
      renderButton,
    },
  };
})();
