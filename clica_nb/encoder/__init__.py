"The estimator for data of one's own, cut by idea: inputs, pairing, fitting, sessions, diagnosis, and the class itself."
